import type { Captions } from '@kinreel/contracts/captions';
import type { Video } from '@kinreel/contracts/videos';
import { captions as text } from '@kinreel/messages/en/captions';
import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { LazyPlayer } from '../../../shared/player/lazy-player.tsx';
import { plainVideo } from '../../../shared/player/playable-video.ts';
import type { InvalidCue } from '../cue-list.ts';
import type { CaptionsEditor } from '../use-captions-editor.ts';
import { usePreviewTrack } from '../use-preview-track.ts';
import { CaptionAlerts } from './caption-alerts.tsx';
import { CaptionFileTools } from './caption-file-tools.tsx';
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

/** The video with its captions, next to the list of captions. Stacked on phones. */
export function CaptionsWorkspace({ video, editor, server, invalidCue, onKeepMine }: CaptionsWorkspaceProps) {
  const { list, dispatch } = editor;
  const player = useRef<HTMLVideoElement>(null);
  // Null until the player's code is loaded.
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const keepElement = useCallback((loaded: HTMLVideoElement | null) => {
    player.current = loaded;
    setElement(loaded);
  }, []);
  const currentKeys = usePreviewTrack(element, list.cues);
  const playable = useMemo(
    () => plainVideo(video.prompt, video.url, video.poster_url),
    [video.prompt, video.url, video.poster_url],
  );

  // Only one video may play at a time: pause the one on the page below.
  useEffect(() => {
    for (const other of document.querySelectorAll('video')) other.pause();
  }, []);

  function addLine() {
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
            // In tall windows the video stays visible while the captions scroll.
            '@media (min-height: 600px)': { position: { xs: 'sticky', md: 'static' }, zIndex: 1 },
            // Covers the dialog's padding, where scrolled captions would be visible.
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
            sx={{
              position: 'relative',
              width: 1,
              aspectRatio: '16 / 9',
              maxHeight: { xs: '32vh', md: '50vh' },
              borderRadius: '12px',
              bgcolor: '#181f1a',
            }}
          >
            <LazyPlayer video={playable} label={text.video({ prompt: video.prompt })} onElement={keepElement} />
          </Box>
          <Button variant="soft" startIcon={<AddRounded />} onClick={addLine} sx={{ mt: 3, width: 1 }}>
            {text.addLine}
          </Button>
        </Box>
        <CaptionFileTools name={video.prompt} editor={editor} server={server} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <CaptionAlerts editor={editor} server={server} onKeepMine={onKeepMine} />
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
