import { messages } from '@kinreel/contracts/messages';
import type { Video } from '@kinreel/contracts/videos';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { forgetUpload, retryUpload } from '../../features/uploads/upload-manager.ts';
import { selectUpload, uploadOpened } from '../../features/uploads/uploads.slice.ts';
import { useDeleteVideo } from '../../features/videos/use-delete-video.tsx';
import { useLiveVideo } from '../../features/videos/use-live-video.ts';
import { useGetMyVideosInfiniteQuery, useRetryVideoMutation } from '../../features/videos/videos.api.ts';
import { errorMessage } from '../../shared/api/api-error.ts';
import { formatDate } from '../../shared/format/date.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { ProgressRing } from '../../shared/ui/progress-ring.tsx';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { paths } from '../paths.ts';

const NONE: Video[] = [];

/** PROF-07: what is on its way, what is being prepared, and what has failed, to try again or to discard. */
export function ProfileUploads() {
  const { user } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const upload = useSelector(selectUpload);
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;

  // An upload that failed long ago stands on a later page.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.rows).filter((video) => video.status !== 'ready'),
    [query.data],
  );
  const removal = useDeleteVideo(rows ?? NONE, place);
  const isSending = upload.phase !== 'choosing';

  return (
    <Box
      ref={place}
      tabIndex={-1}
      role="region"
      aria-label="Uploads"
      sx={{ pt: { xs: 4, sm: 7 }, '&:focus': { outline: 'none' } }}
    >
      {isSending && (
        <Box sx={{ mb: { xs: 3.5, sm: 5 } }}>
          <RunningUpload />
        </Box>
      )}
      {rows === undefined ? (
        isError ? (
          <FailedState
            title="Your uploads could not be loaded"
            text={`${errorMessage(query.error)} Nothing is lost.`}
            headingLevel="h3"
            onRetry={query.refetch}
          />
        ) : (
          <LoadingState label="Loading uploads" />
        )
      ) : rows.length === 0 ? (
        hasNextPage && !isError ? (
          <LoadingState label="Loading uploads" />
        ) : (
          !isSending && (
            <EmptyState
              title="All your videos are ready"
              text="A video stands here while it is sent and prepared, or if something went wrong with it."
              headingLevel="h3"
              action={
                user && (
                  <Button component={Link} to={paths.videos(user.id)} variant="soft">
                    See my videos
                  </Button>
                )
              }
            />
          )
        )
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: { xs: 3.5, sm: 5 }, listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((video) => (
            <li key={video.id} data-row={video.id}>
              <StoredUpload video={video} onDiscard={removal.ask} />
            </li>
          ))}
        </Box>
      )}
      {removal.dialog}
    </Box>
  );
}

/** The file that this browser is sending now. */
function RunningUpload() {
  const dispatch = useDispatch();
  const { prompt, file, phase, sent, total, error } = useSelector(selectUpload);
  const percent = total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0;
  if (phase === 'failed') {
    return (
      <UploadRow
        title={prompt?.prompt ?? file?.name ?? ''}
        state={<span role="alert">{error ?? messages.generic.text}</span>}
        failed
        actions={
          <>
            {prompt && (
              <Button variant="live" startIcon={<ReplayRounded />} onClick={() => retryUpload(dispatch, prompt)}>
                Retry
              </Button>
            )}
            <Button variant="outlined" onClick={() => forgetUpload(dispatch)}>
              Discard
            </Button>
          </>
        }
      />
    );
  }
  return (
    <UploadRow
      title={prompt?.prompt ?? file?.name ?? ''}
      state={phase === 'checking' ? 'All is sent, the video is being checked' : `Sending ${percent} %`}
      percent={percent}
      actions={
        <Button variant="soft" onClick={() => dispatch(uploadOpened())}>
          Show
        </Button>
      }
    />
  );
}

/** A video that has arrived and is not ready. */
function StoredUpload({ video: listed, onDiscard }: { video: Video; onDiscard: (video: Video) => void }) {
  const video = useLiveVideo(listed);
  const notices = useNotices();
  const [retry, { isLoading }] = useRetryVideoMutation();

  async function tryAgain() {
    const answer = await retry(video.id);
    if (answer.error) notices.error({ title: messages.generic.title, text: errorMessage(answer.error) });
  }

  const failed = video.status === 'failed';
  return (
    <UploadRow
      title={video.prompt}
      date={formatDate(video.created_at)}
      state={failed ? (video.status_reason ?? messages.generic.text) : `Preparing your video ${video.progress} %`}
      failed={failed}
      percent={video.progress}
      actions={
        <>
          {failed && (
            <Button
              variant="live"
              loading={isLoading}
              loadingPosition="start"
              startIcon={<ReplayRounded />}
              aria-label={`Retry: ${video.prompt}`}
              onClick={tryAgain}
            >
              Retry
            </Button>
          )}
          <Button variant="outlined" aria-label={`Discard: ${video.prompt}`} onClick={() => onDiscard(video)}>
            Discard
          </Button>
        </>
      }
    />
  );
}

interface UploadRowProps {
  title: string;
  /** When it arrived. */
  date?: string;
  state: ReactNode;
  failed?: boolean;
  percent?: number;
  actions: ReactNode;
}

function UploadRow({ title, date, state, failed = false, percent = 0, actions }: UploadRowProps) {
  return (
    <Card
      component="article"
      aria-label={title}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        gap: { xs: 3.5, sm: 5 },
        p: { xs: 3.5, sm: 5 },
      }}
    >
      {failed ? (
        <Box
          sx={{
            width: 84,
            height: 84,
            flex: 'none',
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'liveTint.main',
            color: 'liveTint.contrastText',
          }}
        >
          <ErrorOutlineRounded sx={{ fontSize: 40 }} aria-hidden />
        </Box>
      ) : (
        <ProgressRing value={percent} label={title} size={84} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3">{title}</Typography>
        <Box className="num" sx={{ mt: 1, color: failed ? 'error.main' : 'text.secondary' }}>
          {state}
        </Box>
        {date && (
          <Box className="num" sx={{ color: 'text.secondary', fontSize: '1rem' }}>
            Sent on {date}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 2,
          flex: { xs: '1 0 100%', sm: 'none' },
          '& > *': { flex: { xs: '1 0 auto', sm: 'none' } },
        }}
      >
        {actions}
      </Box>
    </Card>
  );
}
