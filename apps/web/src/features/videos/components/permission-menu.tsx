import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { PERMISSION_LOOKS } from './permission-icons.tsx';

interface PermissionMenuProps {
  id: string;
  /** The menu's name; says which video it is about. */
  label: string;
  /** What holds now; the empty string while that is unknown. */
  value: Permission | '';
  /** The button that it hangs from; closed without one. */
  anchor: HTMLElement | null;
  onChoose: (permission: Permission) => void;
  onClose: () => void;
}

/** The four answers to who may see a video, each with what it means (VID-03). */
export function PermissionMenu({ id, label: name, value, anchor, onChoose, onClose }: PermissionMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{
        // A landmark: all that is shown stands in one.
        root: { role: 'region', 'aria-label': 'Permission' },
        list: { 'aria-label': name },
        paper: { sx: { maxWidth: 320 } },
      }}
    >
      {PERMISSIONS.map((permission) => {
        const { label, hint, Icon } = PERMISSION_LOOKS[permission];
        return (
          <MenuItem
            key={permission}
            role="menuitemradio"
            aria-checked={permission === value}
            selected={permission === value}
            onClick={() => onChoose(permission)}
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
