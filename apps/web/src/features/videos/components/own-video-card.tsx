import type { CaptionHit } from '@kinreel/contracts/captions';
import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ClosedCaptionOutlined from '@mui/icons-material/ClosedCaptionOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatPercent } from '../../../shared/format/numbers.ts';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { useLiveVideo } from '../use-live-video.ts';
import { useVideoActions } from '../video-actions.tsx';
import { CaptionMatch } from './caption-match.tsx';
import { CutOffNote } from './cut-off-note.tsx';
import { GrowingNote } from './growing-note.tsx';
import { PermissionSelector } from './permission-selector.tsx';
import { VideoCard } from './video-card.tsx';
import { VideoNotes } from './video-notes.tsx';
import { WaitingNote } from './waiting-note.tsx';

// Loaded when a video has failed, because it contains a text for each reason.
const ProcessingFailed = lazyComponent(() => import('./processing-failed.tsx'), 'ProcessingFailed');

interface OwnVideoCardProps {
  video: Video;
  onDelete: (video: Video) => void;
  /** More controls for a ready video. */
  renderTools?: (video: Video) => ReactNode;
  /** The caption that matches the search. */
  captionHit?: CaptionHit | undefined;
}

/** Icon buttons with a label next to the icon, or below it on a narrow card. */
const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  flex: '1 0 auto',
  justifyContent: 'space-between',
  marginInline: -1.5,
  '& .MuiButton-root': { px: 2, minWidth: 64, color: 'text.primary', fontWeight: 400, fontSize: '1.0625rem' },
  '& .MuiButton-root.share': { fontWeight: 600 },
  '& .MuiButton-root.delete': { color: 'text.secondary' },
  '& .MuiButton-startIcon': { marginInlineStart: 0, marginInlineEnd: 1.5 },
  // Next to the permission, so that a whole card fits on a phone's screen.
  '@container (max-width: 21em)': {
    flex: '0 1 auto',
    '& .MuiButton-root': {
      flexDirection: 'column',
      gap: 0.5,
      px: 1,
      py: 1,
      minWidth: 56,
      fontSize: '0.9375rem',
      lineHeight: 1.2,
    },
    '& .MuiButton-startIcon': { m: 0 },
  },
} as const;

/** A video card with the owner's controls (permission, captions, share, delete) and its processing status. */
export function OwnVideoCard({ video: listed, onDelete, renderTools, captionHit }: OwnVideoCardProps) {
  const video = useLiveVideo(listed);
  const { onShare, onCaptions, shareIntent, captionsIntent, renderAudience } = useVideoActions();
  return (
    <VideoCard
      video={video}
      details={
        video.status === 'processing' ? (
          <>
            <div className="num">
              {(video.trim ? text.trimming : text.preparing)({ percent: formatPercent(video.progress) })}
            </div>
            <WaitingNote video={video} />
            <GrowingNote video={video} />
            {renderAudience(video)}
          </>
        ) : video.status === 'failed' ? (
          <Panel>
            <ProcessingFailed video={video} />
          </Panel>
        ) : (
          <>
            <div className="num">{formatDate(video.created_at)}</div>
            <CutOffNote video={video} />
            <VideoNotes video={video} />
            {renderAudience(video)}
            {captionHit && <CaptionMatch hit={captionHit} />}
            {renderTools?.(video)}
          </>
        )
      }
      footer={
        <>
          <PermissionSelector video={video} />
          <Box sx={ACTIONS}>
            {video.status === 'ready' && (
              <>
                <Button
                  className="share"
                  startIcon={<ShareIcon />}
                  aria-label={text.share({ prompt: video.prompt })}
                  onClick={() => onShare(video)}
                  {...shareIntent}
                >
                  {text.shareWord}
                </Button>
                <Button
                  startIcon={<ClosedCaptionOutlined />}
                  aria-label={text.captions({ prompt: video.prompt })}
                  onClick={() => onCaptions(video)}
                  {...captionsIntent}
                >
                  {text.captionsWord}
                </Button>
              </>
            )}
            <Button
              className="delete"
              startIcon={<DeleteOutlineRounded />}
              aria-label={text.delete({ prompt: video.prompt })}
              onClick={() => onDelete(video)}
            >
              {text.deleteWord}
            </Button>
          </Box>
        </>
      }
    />
  );
}
