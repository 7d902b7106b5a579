import type { Permission, Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useId, useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useLazyGetPermissionQuery, useUpdatePermissionMutation } from '../videos.api.ts';

const loadMenu = () => import('./permission-menu.tsx');
const PermissionMenu = lazyComponent(loadMenu, 'PermissionMenu');

/** Duration of the check mark after a saved change, in milliseconds. */
const SAVED_MS = 8000;

/** Shows and changes who may see a video (VID-03). A change is saved at once, then the permission is refetched. */
export function PermissionSelector({ video }: { video: Video }) {
  const notices = useNotices();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [update, saving] = useUpdatePermissionMutation();
  const [refetchPermission] = useLazyGetPermissionQuery();
  /** The selected value until the refetched list contains it; empty if unchanged. */
  const [selected, setSelected] = useState<Permission | ''>('');
  const [saved, setSaved] = useState(false);
  const value = selected || video.permission;

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  // A new value in the list replaces the selected one; it may have changed elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes
  useEffect(() => setSelected(''), [video.permission]);

  async function select(permission: Permission) {
    setAnchor(null);
    if (permission === value) return;
    setSaved(false);
    setSelected(permission);
    try {
      await update({ video_id: video.id, permission }).unwrap();
    } catch (error) {
      setSelected('');
      notices.failed(`${text[permission]}: ${video.prompt}`, error, () => void select(permission));
      return;
    }
    setSaved(true);
    // The change is saved even if this request fails.
    const { data: current } = await refetchPermission(video.id);
    if (current) setSelected(current);
  }

  const Icon = saved ? CheckRounded : value ? PERMISSION_ICON[value] : LockOutlined;
  return (
    <>
      <Button
        variant="soft"
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        aria-controls={anchor ? menuId : undefined}
        aria-label={text.permissionIs({ permission: value ? text[value] : text.unknown, prompt: video.prompt })}
        aria-busy={saving.isLoading}
        {...fetchOnIntent(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={saving.isLoading ? <CircularProgress size={22} color="inherit" /> : <Icon />}
        endIcon={<KeyboardArrowDownRounded />}
        sx={{
          px: 3,
          fontSize: '1.0625rem',
          marginInlineEnd: 'auto',
          minWidth: 0,
          '@container (max-width: 21em)': { px: 2, '& .MuiButton-icon': { m: 0 }, gap: 1 },
        }}
      >
        {value ? text[value] : text.permission}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {saved ? text.saved : ''}
      </Box>
      <LazyDialog open={anchor !== null} onClose={() => setAnchor(null)}>
        <PermissionMenu
          id={menuId}
          label={text.whoSees({ prompt: video.prompt })}
          value={value}
          anchor={anchor}
          onSelect={select}
          onClose={() => setAnchor(null)}
        />
      </LazyDialog>
    </>
  );
}
