import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode, Ref } from 'react';

/** A phone in landscape format has no space for large buttons. */
export const SHORT = '@media (max-height: 520px)';

/** The picture is beside the question: also on a small phone in landscape format, which has no height for both. */
export const SIDE_BY_SIDE = '@media (min-width: 720px), (min-width: 540px) and (max-height: 520px)';

/** A window with little width and little height, such as one on a laptop with 400 % zoom. */
export const SMALL = '@media (max-width: 539.95px) and (max-height: 520px)';

/** An upright tablet: question, picture and buttons are below each other, as on a phone. */
export const PORTRAIT = '@media (min-width: 720px) and (orientation: portrait)';

/** Height of the tray with the space around it on an upright tablet, in pixels. */
export const TRAY_HEIGHT = 196;

/** Focus ring over a picture: white, with the focus colour around it. */
const ringOnVideo = {
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible > span:first-of-type': {
    outline: '3px solid #ffffff',
    outlineOffset: 3,
    boxShadow: '0 0 0 9px var(--mui-palette-focusRing)',
  },
} as const;

/** The bar with all buttons at the bottom of the picture, where a thumb can reach them. */
export function Tray({ children, label }: { children: ReactNode; label: string }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        position: 'absolute',
        left: 0,
        right: 0,
        mx: 'auto',
        bottom: { xs: 'max(16px, env(safe-area-inset-bottom))', sm: 24 },
        width: 'fit-content',
        maxWidth: 'calc(100% - 24px)',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: { xs: 1, sm: 7 },
        px: { xs: 2, sm: 7.5 },
        pt: { xs: 3.5, sm: 4.5 },
        pb: { xs: 3, sm: 4 },
        borderRadius: '28px',
        bgcolor: 'media.main',
        color: 'media.contrastText',
        [SHORT]: { py: 2, px: 3, gap: 2, bottom: 12 },
      }}
    >
      {children}
    </Box>
  );
}

interface TrayButtonProps {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  /** The most important button: larger and white, with a red icon. */
  main?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A round button with its label below. */
export function TrayButton({ label, icon, onClick, main = false, buttonRef }: TrayButtonProps) {
  return (
    <ButtonBase
      ref={buttonRef}
      onClick={onClick}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignSelf: 'flex-end',
        gap: 2,
        minWidth: { xs: 92, sm: 96 },
        fontWeight: 600,
        // With large text at most so large that three labels have room beside each other.
        fontSize: 'min(1.0625rem, 6.4vw)',
        borderRadius: '20px',
        [SHORT]: { gap: 1, minWidth: 84, fontSize: 'min(1rem, 6.4vw)' },
        ...ringOnVideo,
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          borderRadius: '50%',
          ...(main
            ? {
                width: 96,
                height: 96,
                bgcolor: '#ffffff',
                color: '#a23d2b',
                boxShadow: '0 0 0 6px rgb(255 255 255 / .28)',
                '& svg': { fontSize: 44 },
                [SHORT]: { width: 60, height: 60, '& svg': { fontSize: 32 } },
              }
            : {
                width: 68,
                height: 68,
                bgcolor: 'rgb(255 255 255 / .18)',
                '& svg': { fontSize: 30 },
                [SHORT]: { width: 48, height: 48 },
              }),
        }}
      >
        {icon}
      </Box>
      {label}
    </ButtonBase>
  );
}

/** Takes the place of a missing button, so that the main button is in the middle. */
export function TraySpace() {
  return <Box aria-hidden sx={{ minWidth: { xs: 92, sm: 96 }, [SHORT]: { minWidth: 84 } }} />;
}
