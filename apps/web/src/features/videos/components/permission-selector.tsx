import { messages } from '@kinreel/contracts/messages';
import type { Permission, Video } from '@kinreel/contracts/videos';
import CheckRounded from '@mui/icons-material/CheckRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { Suspense, useEffect, useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useEverTrue } from '../../../shared/ui/use-ever-true.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useLazyGetPermissionQuery, useUpdatePermissionMutation } from '../videos.api.ts';
import { PERMISSION_LOOKS } from './permission-icons.tsx';

const loadMenu = () => import('./permission-menu.tsx');
const PermissionMenu = lazyComponent(loadMenu, 'PermissionMenu');

/** How long the tick stands after a change was saved, in milliseconds. */
const SAVED_MS = 8000;

/** Who may see a video (VID-03). A change is saved at once, then that video's permission is read again. */
export function PermissionSelector({ video }: { video: Video }) {
  const notices = useNotices();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useEverTrue(anchor !== null);
  const [update, saving] = useUpdatePermissionMutation();
  const [readAgain] = useLazyGetPermissionQuery();
  /** What was chosen here, until the list says so too; the empty string while nothing was. */
  const [chosen, setChosen] = useState<Permission | ''>('');
  const [saved, setSaved] = useState(false);
  const value = chosen || video.permission;
  const look = value && PERMISSION_LOOKS[value];

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  // The list says something new and knows best, also what was changed elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new value is the reason
  useEffect(() => setChosen(''), [video.permission]);

  async function choose(permission: Permission) {
    setAnchor(null);
    if (permission === value) return;
    setSaved(false);
    setChosen(permission);
    try {
      await update({ video_id: video.id, permission }).unwrap();
      const now = await readAgain(video.id).unwrap();
      if (now) setChosen(now);
      setSaved(true);
    } catch (error) {
      setChosen('');
      notices.error({ title: messages.generic.title, text: errorMessage(error) });
    }
  }

  const Icon = saved ? CheckRounded : look ? look.Icon : LockOutlined;
  return (
    <>
      <Button
        variant="soft"
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        aria-controls={anchor ? menuId : undefined}
        aria-label={`Permission: ${look ? look.label : 'unknown'}`}
        aria-busy={saving.isLoading}
        {...fetchOnIntent(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={saving.isLoading ? <CircularProgress size={22} color="inherit" /> : <Icon />}
        endIcon={<KeyboardArrowDownRounded />}
        sx={{ px: 3, fontSize: '1.0625rem', mr: 'auto', minWidth: 0 }}
      >
        {look ? look.label : 'Permission'}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {saved ? 'Saved' : ''}
      </Box>
      {opened && (
        <Suspense>
          <PermissionMenu
            id={menuId}
            label={`Who may see it: ${video.prompt}`}
            value={value}
            anchor={anchor}
            onChoose={choose}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}
