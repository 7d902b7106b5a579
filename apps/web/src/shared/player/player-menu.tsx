import { player as text } from '@kinreel/messages/en/player';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { formatNumber } from '../format/numbers.ts';
import { SPEEDS, type Speed } from './player-keys.ts';

interface PlayerMenuProps {
  /** The button that opened it; null while closed. */
  anchor: HTMLElement | null;
  /** The player, which must contain the menu in full screen. */
  frame: HTMLElement | null;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  /** Available heights in pixels. Quality is offered only if there are two or more. */
  sizes: number[];
  /** The selected height; null for automatic. */
  size: number | null;
  /** The height that is playing; null while unknown. */
  playingSize: number | null;
  onSize: (height: number | null) => void;
  /** Null if the browser does not support picture-in-picture. */
  onSmallWindow: (() => void) | null;
  onClose: () => void;
}

const SPEED_LABELS: Record<Speed, 'slower' | 'normal' | 'faster' | 'fastest'> = {
  0.75: 'slower',
  1: 'normal',
  1.25: 'faster',
  1.5: 'fastest',
};

/** Player settings: speed, quality and picture-in-picture. */
export function PlayerMenu(props: PlayerMenuProps) {
  const { anchor, frame, speed, sizes, size, playingSize, onSpeed, onSize, onSmallWindow, onClose } = props;
  const option = (label: string, hint: string, selected: boolean, select: () => void) => (
    <MenuItem
      key={label}
      role="menuitemradio"
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
      open={Boolean(anchor)}
      onClose={onClose}
      container={document.fullscreenElement ? frame : undefined}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{
        // All visible content must be inside a landmark.
        root: { role: 'region', 'aria-label': text.settings },
        list: { 'aria-label': text.settings },
        paper: { sx: { minWidth: 260, '& .MuiMenuItem-root': { minHeight: 44 } } },
      }}
    >
      <Heading>{text.speed}</Heading>
      {SPEEDS.map((one) => option(text[SPEED_LABELS[one]], formatNumber(one), one === speed, () => onSpeed(one)))}
      {sizes.length > 1 && <Divider aria-hidden sx={{ my: 2 }} />}
      {sizes.length > 1 && <Heading>{text.quality}</Heading>}
      {sizes.length > 1 &&
        option(text.automatic, playingSize === null ? '' : text.height({ height: playingSize }), size === null, () =>
          onSize(null),
        )}
      {sizes.length > 1 &&
        sizes.map((one) => option(text.height({ height: one }), '', one === size, () => onSize(one)))}
      {onSmallWindow && <Divider aria-hidden sx={{ my: 2 }} />}
      {onSmallWindow && (
        <MenuItem
          onClick={() => {
            onSmallWindow();
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
