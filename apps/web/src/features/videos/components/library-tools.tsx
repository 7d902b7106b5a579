import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { PosterButton } from './poster-button.tsx';
import { TrimButton } from './trim-button.tsx';

/** Buttons of a card in Manage Library: trim, poster, and a download of the original (VID-07). */
export function LibraryTools({ video }: { video: Video }) {
  return (
    <>
      <TrimButton video={video} />
      <PosterButton video={video} />
      {video.original_url && (
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
  );
}
