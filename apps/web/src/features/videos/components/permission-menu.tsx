import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { PERMISSION_DISPLAY } from './permission-display.ts';

interface PermissionMenuProps {
  id: string;
  /** Accessible name; says which video it is about. */
  label: string;
  /** The current permission; empty while unknown. */
  value: Permission | '';
  /** The button that opened it; null while closed. */
  anchor: HTMLElement | null;
  onSelect: (permission: Permission) => void;
  onClose: () => void;
}

/** The four permissions, each with an explanation (VID-03). */
export function PermissionMenu({ id, label: name, value, anchor, onSelect, onClose }: PermissionMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{
        // All visible content must be inside a landmark.
        root: { role: 'region', 'aria-label': 'Permission' },
        list: { 'aria-label': name },
        paper: { sx: { maxWidth: 320 } },
      }}
    >
      {PERMISSIONS.map((permission) => {
        const { label, hint, Icon } = PERMISSION_DISPLAY[permission];
        return (
          <MenuItem
            key={permission}
            role="menuitemradio"
            aria-checked={permission === value}
            selected={permission === value}
            onClick={() => onSelect(permission)}
          >
            <Icon />
            <Box sx={{ flex: 1 }}>
              <Box sx={{ fontWeight: 600 }}>{label}</Box>
              <Box sx={{ fontSize: '1rem', opacity: 0.9 }}>{hint}</Box>
            </Box>
            {permission === value && <CheckRounded sx={{ color: 'accent.main' }} />}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
