import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { firstProblem } from '../cue-list.ts';
import { useCaptionsEditor } from '../use-captions-editor.ts';
import { CaptionsWorkspace } from './captions-workspace.tsx';

/** What the editor needs of a video. */
export type CaptionedVideo = Pick<Video, 'id' | 'prompt' | 'url' | 'poster_url'>;

interface CaptionsDialogProps {
  /** The own video whose captions are written; closed without one. */
  video: CaptionedVideo | null;
  onClose: () => void;
}

/** Write the captions of an own video. */
export function CaptionsDialog({ video: current, onClose }: CaptionsDialogProps) {
  // What was open last stays drawn while the dialog fades away; each opening begins afresh.
  const last = useRef<{ video: CaptionedVideo; opening: number } | null>(null);
  const wasOpen = useRef(false);
  if (current && !wasOpen.current) last.current = { video: current, opening: (last.current?.opening ?? 0) + 1 };
  wasOpen.current = current !== null;
  if (!last.current) return null;
  const { video, opening } = last.current;
  return <CaptionsWindow key={opening} video={video} open={current !== null} onClose={onClose} />;
}

function CaptionsWindow({ video, open, onClose }: { video: CaptionedVideo; open: boolean; onClose: () => void }) {
  const notices = useNotices();
  const editor = useCaptionsEditor(video.id);
  const { list, change, dirty, server, query, busy } = editor;
  const [leaving, setLeaving] = useState(false);
  const [tried, setTried] = useState(false);
  const problem = tried ? firstProblem(list) : null;
  const isDraft = server?.source === 'draft';
  const nothing = list.lines.length === 0 && !server?.version;

  function close() {
    if (dirty) setLeaving(true);
    else onClose();
  }

  async function save(work = editor.save) {
    setTried(true);
    const found = firstProblem(list);
    if (found) {
      change({ type: 'choose', key: found.key });
      return;
    }
    if (!(await work())) return;
    setTried(false);
    notices.success(
      list.lines.length > 0
        ? { title: 'The captions are saved', text: 'Everybody who may see this video can read them.' }
        : { title: 'The captions are removed' },
    );
  }

  return (
    <>
      <AppDialog
        open={open}
        title="Captions"
        maxWidth={1180}
        onClose={close}
        actions={
          server && (
            <>
              <Box role="status" sx={{ mr: 'auto !important', color: 'text.secondary' }}>
                {busy ? 'Saving' : dirty ? 'Not saved yet' : server.version && !isDraft ? 'All saved' : ''}
              </Box>
              <Button
                variant="contained"
                disabled={nothing || !(dirty || isDraft)}
                loading={busy}
                loadingPosition="start"
                onClick={() => save()}
                sx={{ minWidth: 140 }}
              >
                Save
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
            problem={problem}
            onKeepMine={() => save(editor.keepMine)}
          />
        ) : query.isError && !query.isFetching ? (
          <FailedState
            title="The captions could not be loaded"
            text={`${errorMessage(query.error)} Nothing is lost.`}
            headingLevel="h3"
            onRetry={query.refetch}
          />
        ) : (
          <LoadingState label="Loading the captions" />
        )}
      </AppDialog>
      <ConfirmDialog
        open={leaving}
        title="Close without saving?"
        text="What you have written since you last saved will be lost."
        confirmLabel="Close without saving"
        onConfirm={() => {
          editor.discard();
          setLeaving(false);
          onClose();
        }}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}
