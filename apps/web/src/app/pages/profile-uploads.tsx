import { messages } from '@kinreel/contracts/messages';
import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { Video } from '@kinreel/contracts/videos';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useGetPromptsQuery } from '../../features/prompts/prompts.api.ts';
import { useSession } from '../../features/session/use-session.ts';
import { UnfinishedUploads } from '../../features/uploads/components/unfinished-uploads.tsx';
import { UploadRow } from '../../features/uploads/components/upload-row.tsx';
import { discardUpload, resumeUpload, showUpload } from '../../features/uploads/upload-actions.ts';
import { errorText, isHeldUp, percentSent, rowLabel } from '../../features/uploads/upload-text.ts';
import type { Upload } from '../../features/uploads/upload-types.ts';
import { useGetUploadsQuery } from '../../features/uploads/uploads.api.ts';
import { selectUpload } from '../../features/uploads/uploads-state.ts';
import { failureText } from '../../features/videos/failure-text.ts';
import { useDeleteVideo } from '../../features/videos/use-delete-video.tsx';
import { useLiveVideo } from '../../features/videos/use-live-video.ts';
import { useGetMyVideosInfiniteQuery, useRetryVideoMutation } from '../../features/videos/videos.api.ts';
import { errorMessage } from '../../shared/api/api-error.ts';
import { formatDate } from '../../shared/format/date.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { paths } from '../paths.ts';

const NONE: Video[] = [];
const NO_UPLOADS: UnfinishedUpload[] = [];

/** How often the list of what is on its way is read again, in milliseconds; another device may be sending. */
const LOOK_EVERY_MS = 10_000;

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

  const unfinished = useGetUploadsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const { data: prompts } = useGetPromptsQuery();
  const stopped = useMemo(
    () => unfinished.data?.filter(({ id }) => id !== upload?.uploadId) ?? NO_UPLOADS,
    [unfinished.data, upload?.uploadId],
  );
  const isLoading = !unfinished.data || hasNextPage;
  const failure = query.error ?? (unfinished.data ? undefined : unfinished.error);
  const refetch = () => {
    if (query.isError) void query.refetch();
    if (unfinished.isError) void unfinished.refetch();
  };

  return (
    <Box
      ref={place}
      tabIndex={-1}
      role="region"
      aria-label="Uploads"
      sx={{ pt: { xs: 4, sm: 7 }, '&:focus': { outline: 'none' } }}
    >
      {upload && (
        <Box sx={{ mb: { xs: 3.5, sm: 5 } }}>
          <RunningUpload upload={upload} />
        </Box>
      )}
      {stopped.length > 0 && (
        <Box sx={{ mb: { xs: 3.5, sm: 5 } }}>
          <UnfinishedUploads
            uploads={stopped}
            promptOf={(id) => prompts?.find((prompt) => prompt.id === id)}
            container={place}
          />
        </Box>
      )}
      {rows === undefined || (failure && rows.length === 0) ? (
        failure ? (
          <FailedState
            title="Your uploads could not be loaded"
            text={`${errorMessage(failure)} Nothing is lost.`}
            headingLevel="h3"
            onRetry={refetch}
          />
        ) : (
          <LoadingState label="Loading uploads" />
        )
      ) : rows.length === 0 ? (
        isLoading ? (
          <LoadingState label="Loading uploads" />
        ) : (
          !upload &&
          stopped.length === 0 && (
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

/** The file that this tab is sending now. */
function RunningUpload({ upload }: { upload: Upload }) {
  const dispatch = useDispatch();
  const { prompt, file, phase, error } = upload;
  const title = prompt?.prompt ?? file.name;
  if (phase === 'failed') {
    return (
      <UploadRow
        title={title}
        state={<span role="alert">{error && errorText(error)}</span>}
        failed
        actions={
          <>
            <Button variant="danger" startIcon={<ReplayRounded />} onClick={() => dispatch(resumeUpload())}>
              Retry
            </Button>
            <Button variant="outlined" onClick={() => dispatch(discardUpload())}>
              Discard
            </Button>
          </>
        }
      />
    );
  }
  return (
    <UploadRow
      title={title}
      state={rowLabel(upload)}
      percent={percentSent(upload)}
      heldUp={isHeldUp(upload)}
      actions={
        <Button variant="soft" onClick={() => dispatch(showUpload())}>
          {phase === 'fileNeeded' ? 'Choose it again' : 'Show'}
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
      date={`Sent on ${formatDate(video.created_at)}`}
      state={failed ? failureText(video) : `Preparing your video ${video.progress} %`}
      failed={failed}
      percent={video.progress}
      actions={
        <>
          {failed && (
            <Button
              variant="danger"
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
