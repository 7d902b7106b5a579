import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { videos as text } from '@kinreel/messages/en/videos';
import MovieOutlined from '@mui/icons-material/MovieOutlined';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Button from '@mui/material/Button';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { needsOtherFile } from '../failure-text.ts';
import { useVideoActions } from '../video-actions.tsx';
import { useRetryVideoMutation } from '../videos.api.ts';

/** The buttons of a failed video: another file, and Retry if it can help. */
export function FailedVideoButtons({ video }: { video: Video }) {
  const notices = useNotices();
  const { onChooseAnother } = useVideoActions();
  const [retry, { isLoading }] = useRetryVideoMutation();
  const isOtherNeeded = needsOtherFile(video);

  async function tryAgain() {
    const { error } = await retry(video.id);
    if (error) notices.failed(text.retry({ prompt: video.prompt }), error, () => void tryAgain());
  }

  const chooseAnother = (
    <Button
      key="other"
      variant={isOtherNeeded ? 'contained' : 'outlined'}
      startIcon={<MovieOutlined />}
      aria-label={text.chooseAnotherFor({ prompt: video.prompt })}
      onClick={() => onChooseAnother(video)}
    >
      {text.chooseAnother}
    </Button>
  );
  const again = (
    <Button
      key="again"
      variant="danger"
      loading={isLoading}
      loadingPosition="start"
      startIcon={<ReplayRounded />}
      aria-label={text.retry({ prompt: video.prompt })}
      onClick={tryAgain}
    >
      {common.retry}
    </Button>
  );
  return isOtherNeeded ? chooseAnother : [again, chooseAnother];
}
