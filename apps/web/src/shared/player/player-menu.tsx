import { player as text } from '@kinreel/messages/en/player';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { formatNumber } from '../format/numbers.ts';
import { useAfterPaint } from '../ui/use-after-paint.ts';
import { SPEEDS, type Speed } from './player-keys.ts';
import type { PlayerState } from './use-player.ts';

interface PlayerMenuProps {
  player: PlayerState;
  /** The button that opened the menu; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Called after the menu has faded out. */
  onClosed?: () => void;
}

const SPEED_LABELS: Record<Speed, 'slower' | 'normal' | 'faster' | 'fastest'> = {
  0.75: 'slower',
  1: 'normal',
  1.25: 'faster',
  1.5: 'fastest',
};

/** Player settings: speed, quality, sound and picture-in-picture. */
export function PlayerMenu({ player, anchor, onClose, onClosed }: PlayerMenuProps) {
  const { frame, element, speed, setSpeed, source, evenSound } = player;
  const { sizes, size, playingSize, chooseSize } = source;
  const open = useAfterPaint(anchor !== null);
  const option = (
    label: string,
    hint: string,
    selected: boolean,
    select: () => void,
    role: 'menuitemradio' | 'menuitemcheckbox' = 'menuitemradio',
  ) => (
    <MenuItem
      key={label}
      role={role}
      aria-checked={selected}
      selected={selected}
      onClick={() => {
        select();
        onClose();
      }}
    >
      <Box sx={{ flex: 1 }}>{label}</Box>
      <Box className="num" sx={{ color: 'text.secondary' }}>
        {hint}
      </Box>
      <CheckRounded sx={{ color: 'accent.main', visibility: selected ? 'visible' : 'hidden' }} />
    </MenuItem>
  );
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={onClose}
      container={document.fullscreenElement ? frame.current : undefined}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{
        ...(onClosed && { transition: { onExited: onClosed } }),
        // All visible content must be inside a landmark.
        root: { role: 'region', 'aria-label': text.settings },
        list: { 'aria-label': text.settings },
        paper: { sx: { minWidth: 260, '& .MuiMenuItem-root': { minHeight: 44 } } },
      }}
    >
      <Heading>{text.speed}</Heading>
      {SPEEDS.map((one) => option(text[SPEED_LABELS[one]], formatNumber(one), one === speed, () => setSpeed(one)))}
      {/* Shown only with a choice of two or more. */}
      {sizes.length > 1 && <Divider aria-hidden sx={{ my: 2 }} />}
      {sizes.length > 1 && <Heading>{text.quality}</Heading>}
      {sizes.length > 1 &&
        option(text.automatic, playingSize === null ? '' : text.height({ height: playingSize }), size === null, () =>
          chooseSize(null),
        )}
      {sizes.length > 1 &&
        sizes.map((one) => option(text.height({ height: one }), '', one === size, () => chooseSize(one)))}
      <Divider aria-hidden sx={{ my: 2 }} />
      {option(text.evenSound, '', evenSound.on, () => evenSound.setOn(!evenSound.on), 'menuitemcheckbox')}
      {document.pictureInPictureEnabled && (
        <MenuItem
          onClick={() => {
            element.current?.requestPictureInPicture().catch(() => undefined);
            onClose();
          }}
        >
          {text.smallWindow}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Heading of a group of options. */
function Heading({ children }: { children: string }) {
  return (
    <ListSubheader
      role="presentation"
      disableSticky
      sx={{ px: '14px', bgcolor: 'transparent', typography: 'subtitle2', color: 'text.secondary', lineHeight: 2 }}
    >
      {children}
    </ListSubheader>
  );
}
