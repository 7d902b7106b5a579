import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { END } from '../../../shared/i18n/language.ts';

/** Width of the connect control in all states, in pixels. */
export const CONTROL_WIDTH = 174;

interface ControlMenuProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'loading' | 'startIcon'> {
  label: string;
  /** Accessible name of the menu; the label by default. */
  menuLabel?: string;
  /** The items; `close` closes the menu. */
  children: (close: () => void) => ReactNode;
}

/** The connect control in one state: a button with a menu below its end. */
export function ControlMenu({ label, menuLabel = label, children, ...button }: ControlMenuProps) {
  const menuId = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        ref={anchor}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        loadingPosition="start"
        endIcon={<KeyboardArrowDownRounded />}
        onClick={() => setOpen(true)}
        sx={{ minWidth: CONTROL_WIDTH }}
        {...button}
      >
        {label}
      </Button>
      <Menu
        id={menuId}
        open={open}
        onClose={close}
        anchorEl={() => anchor.current}
        // All content must be inside a landmark.
        container={() => anchor.current?.closest('main') ?? null}
        anchorOrigin={{ vertical: 'bottom', horizontal: END }}
        transformOrigin={{ vertical: -8, horizontal: END }}
        slotProps={{
          paper: { elevation: 2, sx: { minWidth: 272, maxWidth: 'min(360px, calc(100vw - 32px))' } },
          list: { 'aria-label': menuLabel, sx: { '& .MuiMenuItem-root': { minHeight: { xs: 56, sm: 56 }, gap: 3.5 } } },
        }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
