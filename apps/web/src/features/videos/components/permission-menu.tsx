import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import { permissions as text } from '@kinreel/messages/en/permissions';
import { videos } from '@kinreel/messages/en/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';

interface PermissionMenuProps {
  id: string;
  /** Accessible name, which includes the video. */
  label: string;
  /** Number of videos to change. */
  count?: number;
  /** The current permission; empty if it is unknown. */
  value: Permission | '';
  /** The button that opened the menu; null while it is closed. */
  anchor: HTMLElement | null;
  onSelect: (permission: Permission) => void;
  onClose: () => void;
}

/** The four permissions, each with an explanation (VID-03). */
export function PermissionMenu({ id, label, count = 1, value, anchor, onSelect, onClose }: PermissionMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{
        // All visible content must be inside a landmark.
        root: { role: 'region', 'aria-label': videos.permission },
        list: { 'aria-label': label },
        paper: { sx: { maxWidth: 320 } },
      }}
    >
      <ListSubheader
        role="presentation"
        disableSticky
        sx={{ px: '14px', bgcolor: 'transparent', typography: 'subtitle2', color: 'text.secondary', lineHeight: 2 }}
      >
        {text.title({ count })}
      </ListSubheader>
      {PERMISSIONS.map((permission) => {
        const Icon = PERMISSION_ICON[permission];
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
              <Box sx={{ fontWeight: 600 }}>{videos[permission]}</Box>
              <Box sx={{ fontSize: '1rem', opacity: 0.9 }}>{text[permission]}</Box>
            </Box>
            {permission === value && <CheckRounded sx={{ color: 'accent.main' }} />}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
