import type { Video } from '@kinreel/contracts/videos';
import { pages } from '@kinreel/messages/en/pages';
import { watching as text } from '@kinreel/messages/en/watching';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router';
import { asksForWords } from '../../features/notes/use-opened-words.ts';
import { useGetSearchedUserQuery } from '../../features/profile/profile.api.ts';
import { useSession } from '../../features/session/use-session.ts';
import { CutOffNote } from '../../features/videos/components/cut-off-note.tsx';
import { GrowingNote } from '../../features/videos/components/growing-note.tsx';
import { PermissionSelector } from '../../features/videos/components/permission-selector.tsx';
import { VideoNotes } from '../../features/videos/components/video-notes.tsx';
import { useLiveVideo } from '../../features/videos/use-live-video.ts';
import { useUpNext } from '../../features/videos/use-up-next.ts';
import { useVideoActions } from '../../features/videos/video-actions.tsx';
import {
  selectListedVideo,
  selectSharedEntry,
  useGetSharedWithMeInfiniteQuery,
  useGetVideoQuery,
} from '../../features/videos/videos.api.ts';
import type { WatchList, WatchPlace } from '../../features/videos/watch-link.ts';
import { WatchFrame } from '../../features/watching/components/watch-frame.tsx';
import { WatchView } from '../../features/watching/components/watch-view.tsx';
import { useGetWatchPositionQuery } from '../../features/watching/watching.api.ts';
import { isApiError } from '../../shared/api/api-error.ts';
import lost from '../../shared/art/lost.svg';
import { formatLongDate } from '../../shared/format/date.ts';
import { fullName } from '../../shared/format/person.ts';
import { shareWords } from '../../shared/format/share-words.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { isWatchable } from '../../shared/player/playable-video.ts';
import { prefetchPlaylists } from '../../shared/player/prefetched-playlists.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { PersonAvatar } from '../../shared/ui/person-avatar.tsx';
import { Quote } from '../../shared/ui/quote.tsx';
import { ShareIcon } from '../../shared/ui/share-icon.tsx';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';
import { BackLink, BackToList } from './back-to-list.tsx';
import { UnreadyVideo, WatchSkeleton } from './watch-states.tsx';

const Notes = lazyComponent(() => import('./video-words.tsx'), 'VideoWords');

/** Positions before this second are ignored: the video starts at its beginning. */
const MIN_RESUME_SECONDS = 5;

interface WatchVideoProps {
  videoId: string;
  /** Where the video was opened; null if its address was opened directly. */
  place: WatchPlace | null;
  /** Start position in seconds; null to continue at the watch position. */
  startAt: number | null;
  /** Shown if the user may not see the video. */
  missing?: ReactNode;
  /** The owner in the address. A video of another owner counts as missing. */
  ownerId?: string;
}

/** The watch view of a video, the user's own or another person's. */
export function WatchVideo({ videoId, place, startAt, missing, ownerId }: WatchVideoProps) {
  const { user } = useSession();
  const query = useGetVideoQuery(videoId, { refetchOnMountOrArgChange: true });
  const isFetched = query.data != null && !query.error;
  const listed = useSelector((state: Parameters<typeof selectListedVideo>[0]) =>
    // Ignored once the video is fetched, so that a list that loads later causes no render.
    isFetched ? undefined : selectListedVideo(state, videoId),
  );
  // Prefetch the first playlists before rendering, which takes long on a slow device.
  const playlists = (query.data ?? listed)?.hls_url;
  useEffect(() => {
    if (playlists) prefetchPlaylists(playlists);
  }, [playlists]);
  const begin = useBegin(videoId, startAt);
  const isMissing = isApiError(query.error) && [400, 404].includes(query.error.status);
  // Deferred, so that React renders the player in time slices: it is the heaviest part of the app.
  const video = useDeferredValue(query.data ?? listed, undefined);
  const found = isMissing ? undefined : video;
  // Kept in state, because lists drop a deleted video.
  const [knownOwner, setKnownOwner] = useState<string | null>(null);
  const owner = (query.data ?? listed)?.user_id ?? null;
  if (owner && owner !== knownOwner) setKnownOwner(owner);
  const back = useBack(place, knownOwner);
  if (!user) return null;
  if (isMissing || (found && ownerId && found.user_id !== ownerId.toLowerCase())) {
    return missing ?? <MissingVideo ownerId={knownOwner} back={back} />;
  }
  if (found) {
    return (
      <FoundVideo video={found} list={back.list} back={back} begin={begin} onSourceLost={() => void query.refetch()} />
    );
  }
  if (query.isError) {
    return (
      <FailedState
        headingLevel="h1"
        title={text.videoFailed}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <WatchSkeleton back={<BackToList {...back.link} />} />;
}

interface Back {
  list: WatchList;
  link: { list: string; to: string; goesBack: boolean };
  place: WatchPlace | null;
}

/**
 * The list that the back link leads to: the one where the video was opened, otherwise its owner's videos.
 * @param ownerId null until it is known
 */
function useBack(place: WatchPlace | null, ownerId: string | null): Back {
  const { user } = useSession();
  const me = user?.id ?? '';
  const isOther = ownerId !== null && ownerId !== me;
  const list = place?.list ?? (isOther ? 'person' : 'mine');
  const { data: owner } = useGetSearchedUserQuery(ownerId ?? '', { skip: !isOther });
  const names: Record<WatchList, string> = {
    mine: pages.myVideos,
    library: pages.manageLibrary,
    'with-me': pages.sharedWithMe,
    'by-me': pages.sharedByMe,
    new: pages.myVideos,
    person: owner ? text.videosOf({ name: owner.first_name }) : pages.videos,
  };
  const addresses: Record<WatchList, string> = {
    mine: paths.videos(me),
    library: paths.manageLibrary,
    'with-me': `${paths.videos(me)}?tab=shared-with-me`,
    'by-me': `${paths.videos(me)}?tab=shared-by-me`,
    new: paths.videos(me),
    person: paths.videos(ownerId ?? me),
  };
  const from = place?.from ?? null;
  return { list, place, link: { list: names[list], to: from ?? addresses[list], goesBack: from !== null } };
}

interface FoundVideoProps {
  video: Video;
  list: WatchList;
  back: Back;
  /** Start position in seconds; null until it is known. */
  begin: number | null;
  onSourceLost: () => void;
}

/** Deferred: when the next videos load during playback, React renders them in time slices. */
function FoundVideo(props: FoundVideoProps) {
  const video = useLiveVideo(props.video);
  const following = useDeferredValue(useUpNext(props.list, video));
  usePageTitle(video.prompt);
  return <FoundVideoView {...props} video={video} following={following} />;
}

const FoundVideoView = memo(function FoundVideoView({
  video,
  list,
  back,
  begin,
  onSourceLost,
  following,
}: FoundVideoProps & { following: readonly Video[] }) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const isPhone = useIsPhone();
  const linkTo = (next: Video) => ({
    to: paths.watch(next.id),
    state: { list, from: back.place?.from ?? null } satisfies WatchPlace,
  });
  const backLink = <BackToList {...back.link} />;
  if (!isWatchable(video)) {
    return <WatchFrame back={backLink} player={<UnreadyVideo video={video} />} meta={<VideoBy video={video} />} />;
  }
  return (
    <WatchView
      video={video}
      startAt={begin}
      autoPlay={!asksForWords(hash)}
      savesPosition
      back={backLink}
      by={
        <>
          <VideoBy video={video} withAvatar={!isPhone} />
          <CutOffNote video={video} />
          <VideoNotes video={video} />
          <GrowingNote video={video} />
        </>
      }
      actions={
        <Panel>
          <VideoActions video={video} />
        </Panel>
      }
      renderNotes={(player) => (
        <Panel fallback={<LoadingState />}>
          <Notes video={video} player={player} />
        </Panel>
      )}
      following={following}
      linkTo={linkTo}
      onNext={(next) => {
        const { to, state } = linkTo(next);
        void navigate(to, { state, replace: true });
      }}
      endAction={<BackLink {...back.link} />}
      onSourceLost={onSourceLost}
    />
  );
});

/** Start position: the requested one, or the watch position. Null until it is known, then constant. */
function useBegin(videoId: string, startAt: number | null): number | null {
  const [begin, setBegin] = useState(startAt);
  const position = useGetWatchPositionQuery(videoId, { skip: begin !== null, refetchOnMountOrArgChange: true });
  const isKnown = !position.isUninitialized && !position.isFetching;
  if (begin === null && isKnown) {
    const seconds = position.data?.seconds ?? 0;
    setBegin(seconds >= MIN_RESUME_SECONDS ? seconds : 0);
  }
  return begin;
}

/** Who made the video, and when. */
function VideoBy({ video, withAvatar = true }: { video: Video; withAvatar?: boolean }) {
  const { user } = useSession();
  const isOwn = user?.id === video.user_id;
  const { data } = useGetSearchedUserQuery(video.user_id ?? '', { skip: isOwn || !video.user_id });
  const owner = isOwn ? user : data;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        mt: { xs: 1, sm: 2.5 },
        minHeight: 44,
        fontSize: { xs: '1.0625rem', sm: '1.1875rem' },
        color: 'text.secondary',
      }}
    >
      {withAvatar && owner && <PersonAvatar name={fullName(owner)} src={owner.profile_image} />}
      <span>
        {owner ? (
          <RichText
            text={text.byOn({ name: fullName(owner), date: formatLongDate(video.created_at) })}
            tags={{
              name: (name) => (
                <Box
                  component={Link}
                  to={paths.videos(owner.id)}
                  sx={{
                    display: 'inline-block',
                    py: 2.5,
                    color: 'text.primary',
                    fontWeight: 600,
                    textDecoration: 'none',
                  }}
                >
                  {name}
                </Box>
              ),
            }}
          />
        ) : (
          formatLongDate(video.created_at)
        )}
      </span>
    </Box>
  );
}

/** Who can see the video, with the owner's buttons. Others see who shared it with them. */
function VideoActions({ video }: { video: Video }) {
  const { user } = useSession();
  const { onShare, renderAudience, shareIntent } = useVideoActions();
  const shared = useSelector((state: Parameters<typeof selectSharedEntry>[0]) => selectSharedEntry(state, video.id));
  const isOwn = user?.id === video.user_id;
  // If the page was opened from a notification or a link, the list may not be loaded yet.
  useGetSharedWithMeInfiniteQuery(undefined, { skip: isOwn });
  if (!isOwn) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 5, rowGap: 2 }}>
        {shared && (
          <Box sx={{ flex: '1 0 100%' }}>
            {text.sharedWithYou({ name: shared.first_name })}
            {shareWords(shared) && <Quote>{shareWords(shared)}</Quote>}
          </Box>
        )}
        {video.original_url && (
          <Button variant="outlined" startIcon={<FileDownloadOutlined />} href={video.original_url} download>
            {text.keep}
          </Button>
        )}
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
      <Box sx={{ flex: { xs: '1 0 100%', sm: 1 } }}>{renderAudience(video)}</Box>
      <PermissionSelector video={video} />
      <Button
        variant="soft"
        startIcon={<ShareIcon />}
        aria-label={text.shareVideo({ prompt: video.prompt })}
        onClick={() => onShare(video)}
        {...shareIntent}
      >
        {text.share}
      </Button>
    </Box>
  );
}

/** A video that was deleted or is no longer shared with the user. */
function MissingVideo({ ownerId, back }: { ownerId: string | null; back: Back }) {
  const { user } = useSession();
  const isOther = ownerId !== null && ownerId !== user?.id;
  const { data: owner } = useGetSearchedUserQuery(ownerId ?? '', { skip: !isOther });
  const title = owner ? text.gone({ name: owner.first_name }) : text.goneUnnamed;
  usePageTitle(title);
  return (
    <EmptyState
      headingLevel="h1"
      title={title}
      text={text.goneText}
      illustration={lost}
      action={<BackLink {...back.link} />}
    />
  );
}
