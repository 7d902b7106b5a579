import { messages } from '@kinreel/contracts/messages';
import type { Permission } from '@kinreel/contracts/videos';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { useEverTrue } from '../../../shared/ui/use-ever-true.ts';
import type { Task, useManyVideos } from '../use-many-videos.ts';

const loadMenu = () => import('./permission-menu.tsx');
const loadDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const PermissionMenu = lazyComponent(loadMenu, 'PermissionMenu');
const ConfirmDialog = lazyComponent(loadDialog, 'ConfirmDialog');

/** The question before many videos are deleted. */
const DELETE_MANY = {
  title: 'Are you sure you want to delete these videos?',
  text: 'The deletion of these videos will be permanent.',
};

interface SelectionBarProps {
  /** Ids of the chosen videos that are shown. */
  chosen: readonly string[];
  /** How many could be chosen. */
  shown: number;
  /** The permission that all chosen ones have; empty where they differ. */
  permission: Permission | '';
  many: ReturnType<typeof useManyVideos>;
  onChooseAll: () => void;
  onChooseNone: () => void;
  onLeave: () => void;
}

/** What can be done to the chosen videos. In the row on a large screen; at the thumb on a phone. Escape leaves. */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, shown, permission, many, onChooseAll, onChooseNone, onLeave } = props;
  const { run, progress, failure, stop } = many;
  const bar = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const [worked, setWorked] = useState(false);
  const menuOpened = useEverTrue(anchor !== null);
  const asked = useEverTrue(asking);
  const busy = progress !== null;
  const leave = useRef(onLeave);
  leave.current = busy ? stop : onLeave;

  // The button that opened the bar is gone.
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // A menu and a dialog keep their Escape for themselves; in a field it belongs to the field.
      const inField = event.target instanceof Element && event.target.closest('[type=search], select, [role=menu]');
      if (event.key === 'Escape' && !event.defaultPrevented && !inField) leave.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  async function start(task: Task, ids: readonly string[]) {
    setAnchor(null);
    setAsking(false);
    setWorked(true);
    // After the menu or dialog has given the focus back to a button that waits
    requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }));
    await run(task, ids);
    bar.current?.focus({ preventScroll: true });
  }

  const failed = failure ? chosen.filter((id) => failure.ids.has(id)) : [];
  const waits = busy || chosen.length === 0;
  return (
    <Box
      ref={bar}
      role="region"
      aria-label="Chosen videos"
      tabIndex={-1}
      data-upload-bar="off"
      sx={(theme) => ({
        position: 'sticky',
        top: 12,
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2.5,
        mt: 4,
        p: 3,
        borderRadius: '16px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'raised',
        '&:focus': { outline: 'none' },
        [theme.breakpoints.down('sm')]: {
          position: 'fixed',
          top: 'auto',
          left: 0,
          right: 0,
          bottom: 0,
          borderRadius: '20px 20px 0 0',
          boxShadow: 2,
          padding: '12px 16px max(12px, env(safe-area-inset-bottom))',
          '& > button': { flex: '1 1 40%', paddingInline: '10px' },
        },
      })}
    >
      <Box role="status" className="num" sx={{ flex: { xs: '1 1 100%', sm: 1 }, fontWeight: 600 }}>
        {progress ? `${progress.tried} of ${progress.of}` : `${chosen.length} chosen`}
      </Box>
      {failed.length > 0 && failure && (
        <Alert
          severity="error"
          sx={{ flex: '1 1 100%', order: { sm: 1 } }}
          action={<Button onClick={() => start(failure.task, failed)}>Retry</Button>}
        >
          {failed.length === 1 ? '1 video' : `${failed.length} videos`} did not work. {errorMessage(failure.error)}
        </Alert>
      )}
      <Button
        variant="outlined"
        disabled={busy || shown === 0}
        onClick={chosen.length < shown ? onChooseAll : onChooseNone}
      >
        {chosen.length < shown || shown === 0 ? 'Select all' : 'Select none'}
      </Button>
      <Button
        variant="soft"
        startIcon={<LockOutlined />}
        disabled={waits}
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        aria-controls={anchor ? menuId : undefined}
        {...fetchOnIntent(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Who may see them
      </Button>
      <Button
        variant="danger"
        startIcon={<DeleteOutlineRounded />}
        disabled={waits}
        {...fetchOnIntent(loadDialog)}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Button variant="outlined" onClick={busy ? stop : onLeave}>
        {busy ? 'Stop' : worked ? 'Done' : 'Cancel'}
      </Button>
      <Suspense>
        {menuOpened && (
          <PermissionMenu
            id={menuId}
            label="Who may see them"
            value={permission}
            anchor={anchor}
            onChoose={(to) => start(to, chosen)}
            onClose={() => setAnchor(null)}
          />
        )}
        {asked && (
          <ConfirmDialog
            open={asking}
            title={chosen.length === 1 ? messages.video.deleteTitle : DELETE_MANY.title}
            text={
              <>
                {chosen.length === 1 ? messages.video.deleteText : DELETE_MANY.text}
                <Box className="num" sx={{ mt: 2, fontWeight: 600 }}>
                  {chosen.length === 1 ? '1 video' : `${chosen.length} videos`}
                </Box>
              </>
            }
            onConfirm={() => start('delete', chosen)}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </Box>
  );
}
