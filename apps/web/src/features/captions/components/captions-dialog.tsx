import { captions as text } from '@kinreel/messages/en/captions';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useOpening } from '../../../shared/ui/use-opening.ts';
import { findInvalidCue } from '../cue-list.ts';
import { useCaptionsEditor } from '../use-captions-editor.ts';
import { type CaptionedVideo, CaptionsWorkspace } from './captions-workspace.tsx';

interface CaptionsDialogProps {
  /** The video to edit; null while closed. */
  video: CaptionedVideo | null;
  onClose: () => void;
}

/** Edits the captions of one of the user's own videos. */
export function CaptionsDialog({ video: current, onClose }: CaptionsDialogProps) {
  const last = useOpening(current);
  if (!last) return null;
  return <CaptionsDialogContent key={last.opening} video={last.shown} open={current !== null} onClose={onClose} />;
}

function CaptionsDialogContent({
  video,
  open,
  onClose,
}: {
  video: CaptionedVideo;
  open: boolean;
  onClose: () => void;
}) {
  const notices = useNotices();
  const editor = useCaptionsEditor(video.id);
  const { list, dispatch, dirty, server, query, busy } = editor;
  const [confirmingClose, setConfirmingClose] = useState(false);
  const [saveAttempted, setSaveAttempted] = useState(false);
  const invalidCue = saveAttempted ? findInvalidCue(list) : null;
  const isDraft = server?.source === 'draft';
  const isEmpty = list.cues.length === 0 && !server?.source;

  function close() {
    if (dirty) setConfirmingClose(true);
    else onClose();
  }

  async function save(request = editor.save) {
    setSaveAttempted(true);
    const invalid = findInvalidCue(list);
    if (invalid) {
      dispatch({ type: 'select', key: invalid.key });
      return;
    }
    if (!(await request())) return;
    setSaveAttempted(false);
    notices.success(list.cues.length > 0 ? { title: text.savedTitle, text: text.savedText } : { title: text.removed });
  }

  return (
    <>
      <AppDialog
        open={open}
        title={text.title}
        maxWidth={1180}
        onClose={close}
        actions={
          server && (
            <>
              <Box role="status" sx={{ marginInlineEnd: 'auto !important', color: 'text.secondary' }}>
                {busy ? common.saving : dirty ? text.notSaved : server.source && !isDraft ? text.allSaved : ''}
              </Box>
              <Button
                variant="contained"
                disabled={isEmpty || !(dirty || isDraft)}
                loading={busy}
                loadingPosition="start"
                onClick={() => save()}
                sx={{ minWidth: 140 }}
              >
                {common.save}
              </Button>
            </>
          )
        }
      >
        {server ? (
          <CaptionsWorkspace
            video={video}
            editor={editor}
            server={server}
            invalidCue={invalidCue}
            onKeepMine={() => save(editor.keepMine)}
          />
        ) : query.isError && !query.isFetching ? (
          <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
        ) : (
          <LoadingState label={text.loading} />
        )}
      </AppDialog>
      <ConfirmDialog
        open={confirmingClose}
        title={text.closeTitle}
        text={text.closeText}
        confirmLabel={text.closeConfirm}
        onConfirm={() => {
          editor.discard();
          setConfirmingClose(false);
          onClose();
        }}
        onClose={() => setConfirmingClose(false)}
      />
    </>
  );
}
