import type { CaptionHit } from '@kinreel/contracts/captions';
import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ClosedCaptionOutlined from '@mui/icons-material/ClosedCaptionOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatPercent } from '../../../shared/format/numbers.ts';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { useLiveVideo } from '../use-live-video.ts';
import { useVideoActions } from '../video-actions.tsx';
import { CaptionMatch } from './caption-match.tsx';
import { PermissionSelector } from './permission-selector.tsx';
import { ProcessingFailed } from './processing-failed.tsx';
import { VideoCard } from './video-card.tsx';

interface OwnVideoCardProps {
  video: Video;
  onDelete: (video: Video) => void;
  /** Offers a download of the original upload (VID-07). */
  withOriginal?: boolean;
  /** The caption that matches the search. */
  captionHit?: CaptionHit | undefined;
  autoplay?: boolean;
  onAutoplayed?: () => void;
}

/** A video card with the owner's controls (permission, captions, share, delete) and its processing status. */
export function OwnVideoCard({ video: listed, onDelete, withOriginal, captionHit, ...autoplay }: OwnVideoCardProps) {
  const video = useLiveVideo(listed);
  const { onShare, onCaptions, shareIntent, captionsIntent } = useVideoActions();
  const [seekRequest, setSeekRequest] = useState<{ seconds: number }>();
  return (
    <VideoCard
      {...autoplay}
      video={video}
      seekRequest={seekRequest}
      details={
        video.status === 'processing' ? (
          <span className="num">{text.preparing({ percent: formatPercent(video.progress) })}</span>
        ) : video.status === 'failed' ? (
          <ProcessingFailed video={video} />
        ) : (
          <>
            <div className="num">{formatDate(video.created_at)}</div>
            {captionHit && (
              <CaptionMatch hit={captionHit} onPlay={() => setSeekRequest({ seconds: captionHit.start })} />
            )}
            {withOriginal && video.original_url && (
              <Button
                href={video.original_url}
                download
                startIcon={<FileDownloadOutlined />}
                aria-label={text.downloadOriginalOf({ prompt: video.prompt })}
                sx={{ marginInlineStart: -3.5, minHeight: 44 }}
              >
                {text.downloadOriginal}
              </Button>
            )}
          </>
        )
      }
      footer={
        <>
          <PermissionSelector video={video} />
          {video.status === 'ready' && (
            <>
              <IconButton
                aria-label={text.captions({ prompt: video.prompt })}
                onClick={() => onCaptions(video)}
                {...captionsIntent}
              >
                <ClosedCaptionOutlined />
              </IconButton>
              <IconButton
                aria-label={text.share({ prompt: video.prompt })}
                onClick={() => onShare(video)}
                {...shareIntent}
              >
                <ShareIcon />
              </IconButton>
            </>
          )}
          <IconButton aria-label={text.delete({ prompt: video.prompt })} onClick={() => onDelete(video)}>
            <DeleteOutlineRounded />
          </IconButton>
        </>
      }
    />
  );
}
