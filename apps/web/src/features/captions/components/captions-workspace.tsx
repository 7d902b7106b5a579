import type { Captions } from '@kinreel/contracts/captions';
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
import { openCaptionFile, saveCaptionFile } from '../caption-file.ts';
import { cuesOf } from '../cue-list.ts';
import type { CaptionsEditor } from '../use-captions-editor.ts';
import { usePreviewTrack } from '../use-preview-track.ts';
import { CaptionList } from './caption-list.tsx';
import type { CaptionedVideo } from './captions-dialog.tsx';

interface CaptionsDeskProps {
  video: CaptionedVideo;
  editor: CaptionsEditor;
  server: Captions;
  problem: { key: number; words: string } | null;
  onKeepMine: () => void;
}

/** The video with the lines over it, and the list of lines: beside each other, on a phone one above the other. */
export function CaptionsWorkspace({ video, editor, server, problem, onKeepMine }: CaptionsDeskProps) {
  const { list, change } = editor;
  const player = useRef<HTMLVideoElement>(null);
  const current = usePreviewTrack(player, list.lines);

  // One video plays at a time: the one on the page below rests.
  useEffect(() => {
    for (const other of document.querySelectorAll('video')) if (other !== player.current) other.pause();
  }, []);

  function addLine() {
    const element = player.current;
    element?.pause();
    change({ type: 'add', at: element?.currentTime ?? 0, duration: element?.duration || 0 });
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
      {/* On a phone the tools come after the lines. */}
      <Box sx={{ display: { xs: 'contents', md: 'block' }, position: 'sticky', top: 0 }}>
        <Box
          sx={{
            // High enough windows keep the picture in sight while the lines are scrolled.
            '@media (min-height: 600px)': { position: { xs: 'sticky', md: 'static' }, zIndex: 1 },
            // The dialog's own padding, through which the lines would show.
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
            aria-label={`Video: ${video.prompt}`}
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
            Add a line here
          </Button>
        </Box>
        <FileTools video={video} editor={editor} server={server} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Messages editor={editor} server={server} onKeepMine={onKeepMine} />
        {list.lines.length === 0 && list.past.length === 0 ? (
          <Invitation />
        ) : (
          <CaptionList list={list} change={change} current={current} problem={problem} video={player} />
        )}
      </Box>
    </Box>
  );
}

/** What captions are for, before there are any. */
function Invitation() {
  return (
    <Box sx={{ py: { xs: 2, md: 8 }, px: { md: 4 }, color: 'text.secondary' }}>
      <Typography variant="h3" component="h3" sx={{ color: 'text.primary', mb: 2 }}>
        Let everybody follow your story
      </Typography>
      <Typography sx={{ mb: 2 }}>
        Captions show what is said as words over the picture. A grandmother who hears badly can read along, and an aunt
        who speaks another language understands more.
      </Typography>
      <Typography>
        Play the video, and wherever somebody begins to speak press <b>Add a line here</b> and write what they say.
      </Typography>
    </Box>
  );
}

/** What the person has to know of now: a conflict, a failure, a draft. */
function Messages({ editor, server, onKeepMine }: Pick<CaptionsDeskProps, 'editor' | 'server' | 'onKeepMine'>) {
  const { failure, conflict, busy } = editor;
  const place = useRef<HTMLDivElement>(null);
  const space = { mb: 4 };

  // On a phone the list may be scrolled far below.
  useEffect(() => {
    if (failure) place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  return (
    <Box ref={place} sx={{ scrollMarginTop: { xs: 'calc(32vh + 96px)', md: 8 } }}>
      {conflict ? (
        <Alert severity="warning" sx={space}>
          <AlertTitle>These captions were changed in another window</AlertTitle>
          Your lines are still here, and not saved yet. Which ones should stay?
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
            <Button variant="outlined" color="inherit" disabled={busy} onClick={onKeepMine} sx={onAlert}>
              Keep mine
            </Button>
            <Button variant="outlined" color="inherit" disabled={busy} onClick={() => editor.takeTheirs()} sx={onAlert}>
              Show the other ones
            </Button>
          </Box>
        </Alert>
      ) : (
        failure && (
          <Alert severity="error" sx={space}>
            {failure.message} What you wrote is still here.
          </Alert>
        )
      )}
      {server.source === 'draft' && (
        <Alert severity="warning" sx={space}>
          <AlertTitle>Draft made by the computer. Please check it.</AlertTitle>
          Only you see it until you save it.
        </Alert>
      )}
      {server.draft === 'working' && (
        <Alert severity="info" sx={space}>
          <AlertTitle>The computer is listening to your video</AlertTitle>
          This takes about as long as the video, or longer. You can close this window: the draft will be here.
        </Alert>
      )}
      {server.draft === 'failed' && (
        <Alert severity="error" sx={space}>
          <AlertTitle>There is no draft</AlertTitle>
          {server.draft_reason}
        </Alert>
      )}
    </Box>
  );
}

const onAlert = { color: 'inherit', borderColor: 'currentcolor' };

/** Captions as files, in and out, and the computer's draft. */
function FileTools({ video, editor, server }: Pick<CaptionsDeskProps, 'video' | 'editor' | 'server'>) {
  const { list, change, asking } = editor;
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<{ severity: 'info' | 'error'; words: string } | null>(null);
  const offersDraft = server.source !== 'person' && (server.draft === 'offered' || server.draft === 'failed');

  async function open(file: File) {
    const opened = await openCaptionFile(file);
    if ('problem' in opened) {
      setTold({ severity: 'error', words: opened.problem });
      return;
    }
    change({ type: 'load', cues: opened.cues, from: 'file' });
    const { length } = opened.cues;
    const left = opened.skipped === 1 ? ' 1 line could not be read.' : ` ${opened.skipped} lines could not be read.`;
    setTold({
      severity: 'info',
      words: `${length === 1 ? '1 line is' : `${length} lines are`} here, and not saved yet.${opened.skipped > 0 ? left : ''}`,
    });
  }

  return (
    <Box sx={{ mt: { md: 5 }, order: 1 }}>
      {offersDraft && (
        <Button
          startIcon={<HearingRounded />}
          loading={asking}
          loadingPosition="start"
          onClick={() => editor.askForDraft()}
          sx={tool}
        >
          Draft captions for me
        </Button>
      )}
      <Button startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()} sx={tool}>
        Open a captions file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        aria-label="Captions file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (file) void open(file);
        }}
      />
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={list.lines.length === 0}
        onClick={() => saveCaptionFile(cuesOf(list), video.prompt)}
        sx={tool}
      >
        Download as a file
      </Button>
      {told && (
        <Alert severity={told.severity} onClose={() => setTold(null)} closeText="Close" sx={{ mt: 2 }}>
          {told.words}
        </Alert>
      )}
    </Box>
  );
}

const tool = { px: 2, ml: -1, mr: 2, minHeight: 44, fontSize: '1.0625rem' };
