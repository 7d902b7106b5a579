import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { pages } from '@kinreel/messages/en/pages';
import { uploadPages as text } from '@kinreel/messages/en/upload-pages';
import { videos } from '@kinreel/messages/en/videos';
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
import { errorText, isInterrupted, percentSent, rowLabel } from '../../features/uploads/upload-text.ts';
import type { Upload } from '../../features/uploads/upload-types.ts';
import { useGetUploadsQuery } from '../../features/uploads/uploads.api.ts';
import { selectUpload } from '../../features/uploads/uploads-selectors.ts';
import { FailedVideoButtons } from '../../features/videos/components/failed-video-buttons.tsx';
import { failureText } from '../../features/videos/failure-text.ts';
import { useDeleteVideo } from '../../features/videos/use-delete-video.tsx';
import { useLiveVideo } from '../../features/videos/use-live-video.ts';
import { useGetMyVideosInfiniteQuery } from '../../features/videos/videos.api.ts';
import { formatDate } from '../../shared/format/date.ts';
import { formatPercent } from '../../shared/format/numbers.ts';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { paths } from '../paths.ts';

const NONE: Video[] = [];
const NO_UPLOADS: UnfinishedUpload[] = [];

/** Interval in milliseconds for reloading unfinished uploads, which another device may be sending. */
const POLL_MS = 10_000;

/** PROF-07: unfinished uploads, and videos that are in processing or have failed, to retry or to discard. */
export function ProfileUploads() {
  const { user } = useSession();
  const region = useRef<HTMLDivElement>(null);
  const upload = useSelector(selectUpload);
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;

  // An older failed video is on a later page.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.rows).filter((video) => video.status !== 'ready'),
    [query.data],
  );
  const removal = useDeleteVideo(rows ?? NONE, region);

  const unfinished = useGetUploadsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
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
      ref={region}
      tabIndex={-1}
      role="region"
      aria-label={pages.uploads}
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
            container={region}
          />
        </Box>
      )}
      {rows === undefined || (failure && rows.length === 0) ? (
        failure ? (
          <FailedState title={text.failed} error={failure} headingLevel="h3" onRetry={refetch} />
        ) : (
          <LoadingState label={text.loading} />
        )
      ) : rows.length === 0 ? (
        isLoading ? (
          <LoadingState label={text.loading} />
        ) : (
          !upload &&
          stopped.length === 0 && (
            <EmptyState
              title={text.emptyTitle}
              text={text.emptyText}
              headingLevel="h3"
              action={
                user && (
                  <Button component={Link} to={paths.videos(user.id)} variant="soft">
                    {text.seeVideos}
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
              <UnreadyVideo video={video} onDiscard={removal.ask} />
            </li>
          ))}
        </Box>
      )}
      {removal.dialog}
    </Box>
  );
}

/** The upload of this tab. */
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
              {common.retry}
            </Button>
            <Button variant="outlined" onClick={() => dispatch(discardUpload())}>
              {text.discard}
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
      isInterrupted={isInterrupted(upload)}
      actions={
        <Button variant="soft" onClick={() => dispatch(showUpload())}>
          {phase === 'fileNeeded' ? text.chooseAgain : text.show}
        </Button>
      }
    />
  );
}

/** A video that is not ready. */
function UnreadyVideo({ video: listed, onDiscard }: { video: Video; onDiscard: (video: Video) => void }) {
  const video = useLiveVideo(listed);
  const failed = video.status === 'failed';
  return (
    <UploadRow
      title={video.prompt}
      date={text.uploadedOn({ date: formatDate(video.created_at) })}
      state={failed ? failureText(video) : videos.preparing({ percent: formatPercent(video.progress) })}
      failed={failed}
      percent={video.progress}
      actions={
        <>
          {failed && <FailedVideoButtons video={video} />}
          <Button
            variant="outlined"
            aria-label={text.discardVideo({ prompt: video.prompt })}
            onClick={() => onDiscard(video)}
          >
            {text.discard}
          </Button>
        </>
      }
    />
  );
}
