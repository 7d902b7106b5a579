import type { Permission } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { library as text } from '@kinreel/messages/en/library';
import { videos } from '@kinreel/messages/en/videos';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { bottomBarRef } from '../../../shared/ui/bottom-bar.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { SHORT_WINDOW } from '../../../shared/ui/short-window.ts';
import type { BulkAction, useBulkActions } from '../use-bulk-actions.ts';
import { useEscape } from '../use-escape.ts';

const loadMenu = () => import('./permission-menu.tsx');
const loadDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const PermissionMenu = lazyComponent(loadMenu, 'PermissionMenu');
const ConfirmDialog = lazyComponent(loadDialog, 'ConfirmDialog');

interface SelectionBarProps {
  /** Ids of the selected videos that the filter shows. */
  selected: readonly string[];
  /** Number of videos that the filter shows. */
  total: number;
  /** The common permission of the selected videos; empty if they differ. */
  permission: Permission | '';
  bulk: ReturnType<typeof useBulkActions>;
  onSelectAll: () => void;
  onSelectNone: () => void;
  onLeave: () => void;
}

/** Bulk actions for the selected videos. Fixed to the bottom on phones. Escape closes it. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, total, permission, bulk, onSelectAll, onSelectNone, onLeave } = props;
  const { run, progress, failure, stop } = bulk;
  const bar = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [hasRun, setHasRun] = useState(false);
  const busy = progress !== null;
  useEscape(busy ? stop : onLeave);

  // The button that opened the bar was removed, so the bar gets the focus.
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);

  async function start(action: BulkAction, ids: readonly string[]) {
    setAnchor(null);
    setConfirming(false);
    setHasRun(true);
    // After the menu or dialog has returned the focus to a button that is now disabled.
    requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }));
    await run(action, ids);
    bar.current?.focus({ preventScroll: true });
  }

  const failed = failure ? selected.filter((id) => failure.ids.has(id)) : [];
  const placeBar = useCallback((element: HTMLDivElement) => {
    bar.current = element;
    return bottomBarRef(element);
  }, []);
  const disabled = busy || selected.length === 0;
  return (
    <Box
      ref={placeBar}
      role="region"
      aria-label={text.selectedVideos}
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
          insetInline: 0,
          bottom: 0,
          borderRadius: '20px 20px 0 0',
          boxShadow: 2,
          padding: '12px 16px max(12px, env(safe-area-inset-bottom))',
          '& > button': { flex: '1 1 40%', paddingInline: '10px' },
          [SHORT_WINDOW]: { position: 'static', borderRadius: '16px', boxShadow: 'none' },
        },
      })}
    >
      <Box role="status" className="num" sx={{ flex: { xs: '1 1 100%', sm: 1 }, fontWeight: 600 }}>
        {progress ? text.progress(progress) : text.selected({ count: selected.length })}
      </Box>
      {failed.length > 0 && failure && (
        <Alert
          severity="error"
          sx={{ flex: '1 1 100%', order: { sm: 1 } }}
          action={<Button onClick={() => start(failure.action, failed)}>{common.retry}</Button>}
        >
          <div>{text.failed({ count: failed.length })}</div>
          <div>{errorMessage(failure.error)}</div>
        </Alert>
      )}
      <Button
        variant="outlined"
        disabled={busy || total === 0}
        onClick={selected.length < total ? onSelectAll : onSelectNone}
      >
        {selected.length < total || total === 0 ? text.selectAll : text.selectNone}
      </Button>
      <Button
        variant="soft"
        startIcon={<LockOutlined />}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        aria-controls={anchor ? menuId : undefined}
        {...fetchOnIntent(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text.whoSeesThem}
      </Button>
      <Button
        variant="danger"
        startIcon={<DeleteOutlineRounded />}
        disabled={disabled}
        {...fetchOnIntent(loadDialog)}
        onClick={() => setConfirming(true)}
      >
        {text.delete}
      </Button>
      <Button variant="outlined" onClick={busy ? stop : onLeave}>
        {busy ? text.stop : hasRun ? text.done : common.cancel}
      </Button>
      <LazyDialog open={anchor !== null} onClose={() => setAnchor(null)}>
        <PermissionMenu
          id={menuId}
          label={text.whoSeesThem}
          count={selected.length}
          value={permission}
          anchor={anchor}
          onSelect={(to) => start(to, selected)}
          onClose={() => setAnchor(null)}
        />
      </LazyDialog>
      <LazyDialog open={confirming} onClose={() => setConfirming(false)}>
        <ConfirmDialog
          open={confirming}
          title={selected.length === 1 ? videos.deleteTitle : text.deleteTitle}
          text={
            <>
              {selected.length === 1 ? videos.deleteText : text.deleteText}
              <Box className="num" sx={{ mt: 2, fontWeight: 600 }}>
                {text.count({ count: selected.length })}
              </Box>
            </>
          }
          onConfirm={() => start('delete', selected)}
          onClose={() => setConfirming(false)}
        />
      </LazyDialog>
    </Box>
  );
}
