import { BrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import { readAccessToken } from '../shared/api/access-token.ts';
import { lazyComponent } from '../shared/lazy-component.ts';
import { loadHls } from '../shared/player/load-hls.ts';
import { whenIdle } from '../shared/when-idle.ts';
import {
  AuthLayout,
  DemoLayout,
  loadSignedInLayout,
  ProtectedLayout,
  PublicLayout,
  RootLayout,
} from './layout/layouts.tsx';
import { LandingPage } from './pages/landing-page.tsx';
import { paths } from './paths.ts';

const loadWatch = () => import('./pages/watch-page.tsx');
const loadProfile = () => import('./pages/profile-page.tsx');
const Login = lazyComponent(() => import('./pages/login-page.tsx'), 'LoginPage');
const Registration = lazyComponent(() => import('./pages/registration-page.tsx'), 'RegistrationPage');
const About = lazyComponent(() => import('./pages/about-page.tsx'), 'AboutPage');
const Terms = lazyComponent(() => import('./pages/terms-page.tsx'), 'TermsPage');
const Privacy = lazyComponent(() => import('./pages/privacy-page.tsx'), 'PrivacyPage');
const Info = lazyComponent(() => import('./pages/info-page.tsx'), 'InfoPage');
const Here = lazyComponent(() => import('./pages/here-page.tsx'), 'HerePage');
const loadAnswer = () => import('./pages/answer-page.tsx');
const Answer = lazyComponent(loadAnswer, 'AnswerPage');
const TakeBack = lazyComponent(loadAnswer, 'TakeBackPage');
const NotFound = lazyComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');
const VideoWatch = lazyComponent(() => import('./pages/video-watch-page.tsx'), 'VideoWatchPage');
const Watch = lazyComponent(loadWatch, 'WatchPage');
const VideoUpload = lazyComponent(() => import('./pages/video-upload-page.tsx'), 'VideoUploadPage');
const Record = lazyComponent(() => import('./pages/record-page.tsx'), 'RecordPage');
const SavedAnswer = lazyComponent(() => import('./pages/saved-answer-page.tsx'), 'SavedAnswerPage');
const Invitation = lazyComponent(() => import('./pages/invitation-page.tsx'), 'InvitationPage');
const Administration = lazyComponent(() => import('./pages/administration-page.tsx'), 'AdministrationPage');
const ManageLibrary = lazyComponent(() => import('./pages/manage-library-page.tsx'), 'ManageLibraryPage');
const Profile = lazyComponent(loadProfile, 'ProfilePage');
const EditProfile = lazyComponent(() => import('./pages/edit-profile-page.tsx'), 'EditProfilePage');

/** The routes of section 2 of the specification, the recorder and the watch view. */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      { path: paths.home, element: <Navigate to={paths.landing} replace /> },
      {
        Component: AuthLayout,
        children: [
          { path: paths.landing, Component: LandingPage },
          { path: paths.login, Component: Login },
          { path: paths.registration, Component: Registration },
        ],
      },
      { path: paths.answer, Component: Answer },
      { path: paths.takeBack, Component: TakeBack },
      { Component: DemoLayout, children: [{ path: paths.videoWatch, Component: VideoWatch }] },
      {
        Component: ProtectedLayout,
        children: [
          { path: '/user/:userInParams/:view', Component: Profile },
          { path: '/edit/:id', Component: EditProfile },
          { path: '/invitation/:code', Component: Invitation },
          { path: '/owner', Component: Administration },
          { path: paths.administration, Component: Administration },
          { path: paths.info, Component: Info },
          { path: paths.videoUpload, Component: VideoUpload },
          { path: paths.manageLibrary, Component: ManageLibrary },
          { path: paths.record, Component: Record },
          { path: paths.saved, Component: SavedAnswer },
          { path: paths.watch(':videoId'), Component: Watch },
        ],
      },
      {
        Component: PublicLayout,
        children: [
          { path: paths.about, Component: About },
          { path: paths.terms, Component: Terms },
          { path: paths.privacy, Component: Privacy },
          { path: '/here/:id/:code', Component: Here },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

/**
 * Preloads the code of the first page while the signed-in user is being fetched. For a visitor whose link leads to a
 * video, preloads the player while they read and type.
 */
export function preloadPages(): void {
  if (readAccessToken()) void preload([loadSignedInLayout, isWatchAddress() ? loadWatch : loadProfile]);
  else if (isWatchAddress()) whenIdle(() => void preload([loadSignedInLayout, loadWatch, loadHls]));
}

/** Whether this address shows one video, possibly after a login. */
function isWatchAddress(): boolean {
  const { pathname, search } = window.location;
  return pathname.startsWith(paths.watch('')) || new URLSearchParams(search).has('autoplay');
}

/** Sequential, so that the first one is complete early on a slow connection. */
async function preload(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) await load().catch(() => null);
}

/**
 * Routes without the data APIs of React Router: RTK Query fetches the data, and the login page gets a tenth smaller.
 * Render this after `startSession` has removed the identity provider's response from the URL.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Routes />
    </BrowserRouter>
  );
}

function Routes() {
  return useRoutes(routes);
}
