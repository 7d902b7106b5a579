import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { SPEEDS } from '../player-keys.ts';

interface PlayerMenuProps {
  /** The button that it hangs from; closed without one. */
  anchor: HTMLElement | null;
  /** The player: in full screen nothing outside of it is shown. */
  frame: HTMLElement | null;
  speed: number;
  onSpeed: (speed: number) => void;
  /** Heights to choose from; a single one is no choice. */
  sizes: number[];
  /** The chosen height; null: whatever the line carries. */
  size: number | null;
  /** The height that is shown now; null while unknown. */
  shownSize: number | null;
  onSize: (height: number | null) => void;
  /** Null where the browser has no such window. */
  onSmallWindow: (() => void) | null;
  onClose: () => void;
}

const SPEED_WORDS: Record<number, string> = { 0.75: 'Slower', 1: 'Normal', 1.25: 'Faster', 1.5: 'Fastest' };

/** What one rarely needs while watching: speed, quality, a small window. */
export function PlayerMenu(props: PlayerMenuProps) {
  const { anchor, frame, speed, sizes, size, shownSize, onSpeed, onSize, onSmallWindow, onClose } = props;
  const choice = (label: string, hint: string, chosen: boolean, choose: () => void) => (
    <MenuItem
      key={label}
      role="menuitemradio"
      aria-checked={chosen}
      selected={chosen}
      onClick={() => {
        choose();
        onClose();
      }}
    >
      <Box sx={{ flex: 1 }}>{label}</Box>
      <Box className="num" sx={{ color: 'text.secondary' }}>
        {hint}
      </Box>
      <CheckRounded sx={{ color: 'accent.main', visibility: chosen ? 'visible' : 'hidden' }} />
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
        // A landmark: all that is shown stands in one.
        root: { role: 'region', 'aria-label': 'Settings of the video' },
        list: { 'aria-label': 'Settings of the video' },
        paper: { sx: { minWidth: 260, '& .MuiMenuItem-root': { minHeight: 44 } } },
      }}
    >
      <Heading>Speed</Heading>
      {SPEEDS.map((one) => choice(SPEED_WORDS[one] ?? '', `${one}`, one === speed, () => onSpeed(one)))}
      {sizes.length > 1 && <Divider aria-hidden sx={{ my: 2 }} />}
      {sizes.length > 1 && <Heading>Quality</Heading>}
      {sizes.length > 1 &&
        choice('Automatic', shownSize === null ? '' : `${shownSize}p`, size === null, () => onSize(null))}
      {sizes.length > 1 && sizes.map((one) => choice(`${one}p`, '', one === size, () => onSize(one)))}
      {onSmallWindow && <Divider aria-hidden sx={{ my: 2 }} />}
      {onSmallWindow && (
        <MenuItem
          onClick={() => {
            onSmallWindow();
            onClose();
          }}
        >
          Play in a small window
        </MenuItem>
      )}
    </Menu>
  );
}

/** Names the choices under it. */
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
