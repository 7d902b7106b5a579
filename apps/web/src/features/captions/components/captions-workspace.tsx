import type { Captions } from '@kinreel/contracts/captions';
import type { Video } from '@kinreel/contracts/videos';
import { captions as text } from '@kinreel/messages/en/captions';
import { common } from '@kinreel/messages/en/common';
import AddRounded from '@mui/icons-material/AddRounded';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import HearingRounded from '@mui/icons-material/HearingRounded';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { localize } from '../../../shared/i18n/localize.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { downloadCaptionFile, readCaptionFile } from '../caption-file.ts';
import { type InvalidCue, toCues } from '../cue-list.ts';
import type { CaptionsEditor } from '../use-captions-editor.ts';
import { usePreviewTrack } from '../use-preview-track.ts';
import { CueListView } from './cue-list-view.tsx';

/** The parts of a video that the caption editor needs. */
export type CaptionedVideo = Pick<Video, 'id' | 'prompt' | 'url' | 'poster_url'>;

interface CaptionsWorkspaceProps {
  video: CaptionedVideo;
  editor: CaptionsEditor;
  server: Captions;
  invalidCue: InvalidCue | null;
  onKeepMine: () => void;
}

/** The video with its captions, and the list of captions. Side by side; stacked on phones. */
export function CaptionsWorkspace({ video, editor, server, invalidCue, onKeepMine }: CaptionsWorkspaceProps) {
  const { list, dispatch } = editor;
  const player = useRef<HTMLVideoElement>(null);
  const currentKeys = usePreviewTrack(player, list.cues);

  // Only one video plays at a time: pause the one on the page below.
  useEffect(() => {
    for (const other of document.querySelectorAll('video')) if (other !== player.current) other.pause();
  }, []);

  function addLine() {
    const element = player.current;
    element?.pause();
    dispatch({ type: 'add', at: element?.currentTime ?? 0, duration: element?.duration || 0 });
  }

  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 4, md: 8 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      {/* On phones the file tools come after the captions. */}
      <Box sx={{ display: { xs: 'contents', md: 'block' }, position: 'sticky', top: 0 }}>
        <Box
          sx={{
            // In tall enough windows the video stays visible while the captions are scrolled.
            '@media (min-height: 600px)': { position: { xs: 'sticky', md: 'static' }, zIndex: 1 },
            // Covers the dialog's padding, where scrolled captions would show.
            top: { xs: '-12px', sm: '-20px' },
            bgcolor: 'background.paper',
            mx: { xs: -1, md: 0 },
            px: { xs: 1, md: 0 },
            pt: { xs: 1, md: 0 },
            pb: { xs: 2, md: 0 },
          }}
        >
          <Typography variant="h4" component="p" sx={{ mb: 3, display: { xs: 'none', sm: 'block' } }}>
            {video.prompt}
          </Typography>
          <Box
            component="video"
            ref={player}
            src={video.url ?? undefined}
            poster={video.poster_url ?? undefined}
            controls
            playsInline
            preload="metadata"
            aria-label={text.video({ prompt: video.prompt })}
            sx={{
              display: 'block',
              width: 1,
              aspectRatio: '16 / 9',
              maxHeight: { xs: '32vh', md: '50vh' },
              borderRadius: '12px',
              bgcolor: '#181f1a',
            }}
          />
          <Button variant="soft" startIcon={<AddRounded />} onClick={addLine} sx={{ mt: 3, width: 1 }}>
            {text.addLine}
          </Button>
        </Box>
        <FileTools video={video} editor={editor} server={server} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <StatusAlerts editor={editor} server={server} onKeepMine={onKeepMine} />
        {list.cues.length === 0 && list.undoStack.length === 0 ? (
          <EmptyCaptions />
        ) : (
          <CueListView
            list={list}
            dispatch={dispatch}
            currentKeys={currentKeys}
            invalidCue={invalidCue}
            video={player}
          />
        )}
      </Box>
    </Box>
  );
}

/** Explains captions while there are none. */
function EmptyCaptions() {
  return (
    <Box sx={{ py: { xs: 2, md: 8 }, px: { md: 4 }, color: 'text.secondary' }}>
      <Typography variant="h3" component="h3" sx={{ color: 'text.primary', mb: 2 }}>
        {text.noneTitle}
      </Typography>
      <Typography sx={{ mb: 2 }}>{text.noneText}</Typography>
      <Typography>
        <RichText text={text.noneHint} tags={{ b: (words) => <b>{words}</b> }} />
      </Typography>
    </Box>
  );
}

/** Alerts about a conflict, a failed request or a draft. */
function StatusAlerts({
  editor,
  server,
  onKeepMine,
}: Pick<CaptionsWorkspaceProps, 'editor' | 'server' | 'onKeepMine'>) {
  const { failure, conflict, busy } = editor;
  const container = useRef<HTMLDivElement>(null);
  const spacing = { mb: 4 };

  // On phones the list may be scrolled away from the alert.
  useEffect(() => {
    if (failure) container.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  return (
    <Box ref={container} sx={{ scrollMarginTop: { xs: 'calc(32vh + 96px)', md: 8 } }}>
      {conflict ? (
        <Alert severity="warning" sx={spacing}>
          <AlertTitle>{text.conflictTitle}</AlertTitle>
          {text.conflictText}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
            <Button variant="outlined" color="inherit" disabled={busy} onClick={onKeepMine} sx={ALERT_BUTTON}>
              {text.keepMine}
            </Button>
            <Button
              variant="outlined"
              color="inherit"
              disabled={busy}
              onClick={() => editor.takeTheirs()}
              sx={ALERT_BUTTON}
            >
              {text.takeTheirs}
            </Button>
          </Box>
        </Alert>
      ) : (
        failure && (
          <Alert severity="error" sx={spacing}>
            <div>{errorMessage(failure)}</div>
            <div>{text.stillHere}</div>
          </Alert>
        )
      )}
      {server.source === 'draft' && (
        <Alert severity="warning" sx={spacing}>
          <AlertTitle>{text.draftTitle}</AlertTitle>
          {text.draftText}
        </Alert>
      )}
      {server.draft === 'working' && (
        <Alert severity="info" sx={spacing}>
          <AlertTitle>{text.draftingTitle}</AlertTitle>
          {text.draftingText}
        </Alert>
      )}
      {server.draft === 'failed' && (
        <Alert severity="error" sx={spacing}>
          <AlertTitle>{text.noDraft}</AlertTitle>
          {localize('draft-failures', server.draft_code ?? '', server.draft_params, server.draft_reason ?? '')}
        </Alert>
      )}
    </Box>
  );
}

const ALERT_BUTTON = { color: 'inherit', borderColor: 'currentcolor' };

/** Opens and downloads caption files, and requests an automatic draft. */
function FileTools({ video, editor, server }: Pick<CaptionsWorkspaceProps, 'video' | 'editor' | 'server'>) {
  const { list, dispatch, isRequestingDraft } = editor;
  const input = useRef<HTMLInputElement>(null);
  const [fileNotice, setFileNotice] = useState<{ severity: 'info' | 'error'; text: string } | null>(null);
  const canRequestDraft = server.source !== 'person' && (server.draft === 'offered' || server.draft === 'failed');

  async function open(file: File) {
    const result = await readCaptionFile(file);
    if ('error' in result) {
      setFileNotice({ severity: 'error', text: text[result.error] });
      return;
    }
    dispatch({ type: 'load', cues: result.cues, from: 'file' });
    const { skipped } = result;
    const count = result.cues.length;
    setFileNotice({
      severity: 'info',
      text: skipped > 0 ? text.openedPartly({ count, skipped }) : text.opened({ count }),
    });
  }

  return (
    <Box sx={{ mt: { md: 5 }, order: 1 }}>
      {canRequestDraft && (
        <Button
          startIcon={<HearingRounded />}
          loading={isRequestingDraft}
          loadingPosition="start"
          onClick={() => editor.requestDraft()}
          sx={TOOL_BUTTON}
        >
          {text.requestDraft}
        </Button>
      )}
      <Button startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()} sx={TOOL_BUTTON}>
        {text.openFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        aria-label={text.file}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Otherwise the same file cannot be selected again.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={list.cues.length === 0}
        onClick={() => downloadCaptionFile(toCues(list), video.prompt)}
        sx={TOOL_BUTTON}
      >
        {text.download}
      </Button>
      {fileNotice && (
        <Alert
          severity={fileNotice.severity}
          onClose={() => setFileNotice(null)}
          closeText={common.close}
          sx={{ mt: 2 }}
        >
          {fileNotice.text}
        </Alert>
      )}
    </Box>
  );
}

const TOOL_BUTTON = { px: 2, marginInlineStart: -1, marginInlineEnd: 2, minHeight: 44, fontSize: '1.0625rem' };
