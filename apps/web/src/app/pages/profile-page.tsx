import { bannerUrl } from '@kinreel/contracts/banner-names';
import type { User } from '@kinreel/contracts/profile';
import { pages as text } from '@kinreel/messages/en/pages';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useParams, useSearchParams } from 'react-router';
import { selectBanner } from '../../features/banners/banner.slice.ts';
import { EditBanner } from '../../features/banners/components/edit-banner.tsx';
import { ProfileHeader } from '../../features/profile/components/profile-header.tsx';
import { photoReloaded, selectPhoto } from '../../features/profile/photo.slice.ts';
import { hasTakes } from '../../features/recording/has-takes.ts';
import type { SessionState } from '../../features/session/session.slice.ts';
import { useSession } from '../../features/session/use-session.ts';
import { selectHasUploads } from '../../features/uploads/uploads-selectors.ts';
import type { AskedVideoProblem } from '../../features/videos/components/asked-video-alert.tsx';
import { MyVideos } from '../../features/videos/components/my-videos.tsx';
import { useGetWhatsNewQuery } from '../../features/videos/videos.api.ts';
import { formatPlace, fullName } from '../../shared/format/person.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { homeScreenOffer, onHomeScreenChange } from '../../shared/offline/home-screen.ts';
import { isPushOffered, onPushOfferChange } from '../../shared/offline/push-offer.ts';
import { ON_BANNER } from '../../shared/ui/on-banner.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { PROFILE_VIEWS, type ProfileView, paths } from '../paths.ts';
import { NotFoundPage, NotYoursPage } from './not-found-page.tsx';
import { ProfileBody } from './profile-body.tsx';
import { ViewTabs } from './view-tabs.tsx';

// Loaded on demand: the user's own videos, the first view after login, do not need them.
const AskedVideo = lazyComponent(() => import('./asked-video.tsx'), 'AskedVideo');
const PersonProfile = lazyComponent(() => import('./person-profile.tsx'), 'PersonProfile');
const ProfileAccount = lazyComponent(() => import('./profile-account.tsx'), 'ProfileAccount');
const ProfileConnections = lazyComponent(() => import('./profile-connections.tsx'), 'ProfileConnections');
const ProfileDevices = lazyComponent(() => import('./profile-devices.tsx'), 'ProfileDevices');
const ProfileUploads = lazyComponent(() => import('./profile-uploads.tsx'), 'ProfileUploads');
const SharedWithMe = lazyComponent(() => import('../../features/videos/components/shared-with-me.tsx'), 'SharedWithMe');
const SharedByMe = lazyComponent(() => import('../../features/videos/components/shared-by-me.tsx'), 'SharedByMe');
const WhatsNew = lazyComponent(() => import('../../features/videos/components/whats-new.tsx'), 'WhatsNew');
const ConfirmAddress = lazyComponent(
  () => import('../../features/profile/components/confirm-address.tsx'),
  'ConfirmAddress',
);
const HomeScreenOffer = lazyComponent(() => import('./home-screen-offer.tsx'), 'HomeScreenOffer');
const PushOffer = lazyComponent(() => import('../../features/push/components/push-offer.tsx'), 'PushOffer');
const StewardNews = lazyComponent(() => import('../../features/stewards/components/steward-news.tsx'), 'StewardNews');
const OwnQuestions = lazyComponent(() => import('./own-questions.tsx'), 'OwnQuestions');
const OwnSteps = lazyComponent(() => import('./own-steps.tsx'), 'OwnSteps');
const EditInformation = lazyComponent(
  () => import('../../features/profile/components/edit-information.tsx'),
  'EditInformation',
);
const ProfileNotifications = lazyComponent(() => import('./profile-notifications.tsx'), 'ProfileNotifications');
const BlockedPeople = lazyComponent(
  () => import('../../features/blocking/components/blocked-people.tsx'),
  'BlockedPeople',
);
const ActivityList = lazyComponent(
  () => import('../../features/activity/components/activity-list.tsx'),
  'ActivityList',
);
const PhotoButton = lazyComponent(() => import('../../features/profile/components/photo-button.tsx'), 'PhotoButton');

/** ROUTE-05: a profile page. Only the videos view is visible to others (ROUTE-17). */
export function ProfilePage() {
  const { userInParams = '', view = '' } = useParams();
  const { user } = useSession();
  const [search] = useSearchParams();
  if (!user || !isView(view)) return <NotFoundPage />;
  const isOwn = user.id === userInParams.toLowerCase();
  if (!isOwn && view !== 'videos') return <NotYoursPage ownerId={userInParams} />;
  const renderPage = (problem?: AskedVideoProblem) =>
    isOwn ? (
      <OwnProfile user={user} view={view} problem={problem} />
    ) : (
      <PersonProfile key={userInParams} user={user} personId={userInParams} problem={problem} />
    );
  const asked = search.get('autoplay');
  if (view !== 'videos' || !asked) return renderPage();
  const share = search.get('share') ?? undefined;
  return (
    <Panel fallback={<LoadingState />}>
      <AskedVideo ownerId={userInParams} videoId={asked} share={share} renderPage={renderPage} />
    </Panel>
  );
}

function isView(view: string): view is ProfileView {
  return PROFILE_VIEWS.includes(view as ProfileView);
}

/** Document title of a view. The videos view uses the person's name. */
function titleOf(view: ProfileView, user: User): string {
  if (view === 'videos') return fullName(user);
  return { connections: text.myConnections, uploads: text.uploads, edit: text.editInformation }[view];
}

interface OwnProfileProps {
  user: User;
  view: ProfileView;
  /** Why the requested video is not shown. */
  problem?: AskedVideoProblem | undefined;
}

/** The user's own profile: header with edit buttons, then the selected view. */
export function OwnProfile({ user, view, problem }: OwnProfileProps) {
  usePageTitle(titleOf(view, user));
  const banner = useSelector(selectBanner);
  const isEdit = view === 'edit';
  const isPhone = useIsPhone();
  const editButton = !isEdit && (
    <Button
      component={Link}
      to={paths.editProfile(user.id)}
      variant={isPhone ? 'text' : 'outlined'}
      startIcon={<EditOutlined />}
      sx={isPhone ? { ...ON_BANNER, px: 4 } : null}
    >
      {text.editProfile}
    </Button>
  );
  const offersPush = useSyncExternalStore(onPushOfferChange, isPushOffered);
  const offersHomeScreen = useSyncExternalStore(onHomeScreenChange, () => homeScreenOffer() !== null);
  return (
    <>
      <ProfileHeader
        name={fullName(user)}
        view={view === 'videos' ? text.videos : titleOf(view, user)}
        place={formatPlace(user)}
        photo={useOwnPhoto(user)}
        banner={isEdit ? null : banner ? bannerUrl(banner) : user.banner_image}
        compact={view !== 'videos'}
        // On phones, Edit Profile is on the banner too, which leaves more space for the videos.
        bannerAction={
          <>
            {isPhone && editButton}
            <Panel isExtra>{isEdit ? <PhotoButton userId={user.id} /> : <EditBanner user={user} />}</Panel>
          </>
        }
        action={!isPhone && editButton}
      />
      <ProfileBody>
        {!isEdit && user.email_verified === false && (
          <Panel>
            <ConfirmAddress email={user.email} />
          </Panel>
        )}
        {view === 'videos' && (
          <>
            <Panel>
              {user.steward_news && <StewardNews userId={user.id} />}
              {offersPush ? <PushOffer userId={user.id} /> : offersHomeScreen && <HomeScreenOffer />}
              <OwnTakes userId={user.id} />
            </Panel>
            <Panel>{user.has_questions && <OwnQuestions />}</Panel>
            <Panel isExtra>
              <OwnNews />
            </Panel>
            <OwnVideos problem={problem} />
          </>
        )}
        {view === 'connections' && (
          <Panel fallback={<LoadingState />}>
            <ProfileConnections userId={user.id} />
          </Panel>
        )}
        {view === 'uploads' && (
          <ViewTabs
            label={text.uploads}
            tabs={[{ name: 'uploads', label: text.uploads, content: <ProfileUploads /> }]}
          />
        )}
        {isEdit && <OwnInformation user={user} />}
      </ProfileBody>
    </>
  );
}

/** The newly uploaded photo until the refetched user contains it, then the user's photo (STATE-10). */
function useOwnPhoto(user: User): string | null {
  const dispatch = useDispatch();
  const uploaded = useSelector(selectPhoto);
  const isReloaded = uploaded !== null && uploaded === user.profile_image;
  useEffect(() => {
    if (isReloaded) dispatch(photoReloaded());
  }, [isReloaded, dispatch]);
  return uploaded ?? user.profile_image;
}

/** Recordings on this device, and the next steps of a new upload. Their code is loaded only if there are any. */
function OwnTakes({ userId }: { userId: string }) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => void hasTakes().then(setNeeded), []);
  const isUploading = useSelector(selectHasUploads);
  return (isNeeded || isUploading) && <OwnSteps userId={userId} />;
}

/** What is new, above one's own videos and Shared With Me. Its code is loaded only if there is something. */
function OwnNews() {
  const { data } = useGetWhatsNewQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && data?.videos.length) setNeeded(true);
  return isNeeded && <WhatsNew />;
}

function OwnVideos({ problem }: { problem: AskedVideoProblem | undefined }) {
  return (
    <ViewTabs
      label={text.videos}
      tabs={[
        { name: 'my-videos', label: text.myVideos, content: <MyVideos problem={problem} /> },
        { name: 'shared-with-me', label: text.sharedWithMe, content: <SharedWithMe /> },
        { name: 'shared-by-me', label: text.sharedByMe, content: <SharedByMe /> },
      ]}
    />
  );
}

function OwnInformation({ user }: { user: User }) {
  const registrationMessage = useSelector((state: SessionState) => state.errors.registrationMessage);
  return (
    <ViewTabs
      label={text.editProfile}
      tabs={[
        {
          name: 'edit',
          label: text.editInformation,
          content: <EditInformation user={user} registrationMessage={registrationMessage} />,
        },
        { name: 'notifications', label: text.notifications, content: <ProfileNotifications userId={user.id} /> },
        { name: 'devices', label: text.devices, content: <ProfileDevices /> },
        { name: 'blocked', label: text.blocked, content: <BlockedPeople /> },
        { name: 'activity', label: text.activity, content: <ActivityList of="user" /> },
        { name: 'account', label: text.account, content: <ProfileAccount userId={user.id} /> },
      ]}
    />
  );
}
