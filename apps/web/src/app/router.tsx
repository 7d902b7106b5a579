import { BrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import { readAccessToken } from '../shared/api/access-token.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { Bare, loadSignedInLayout, Open, Protected, Root, WithoutHeader } from './layout/frames.tsx';
import { LandingPage } from './pages/landing-page.tsx';
import { paths } from './paths.ts';

const loadProfile = () => import('./pages/profile-page.tsx');
const Login = lazyPart(() => import('./pages/login-page.tsx'), 'LoginPage');
const Registration = lazyPart(() => import('./pages/registration-page.tsx'), 'RegistrationPage');
const About = lazyPart(() => import('./pages/about-page.tsx'), 'AboutPage');
const Terms = lazyPart(() => import('./pages/terms-page.tsx'), 'TermsPage');
const Privacy = lazyPart(() => import('./pages/privacy-page.tsx'), 'PrivacyPage');
const Info = lazyPart(() => import('./pages/info-page.tsx'), 'InfoPage');
const NotFound = lazyPart(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');
const VideoWatch = lazyPart(() => import('./pages/video-watch-page.tsx'), 'VideoWatchPage');
const VideoUpload = lazyPart(() => import('./pages/video-upload-page.tsx'), 'VideoUploadPage');
const Record = lazyPart(() => import('./pages/record-page.tsx'), 'RecordPage');
const ManageLibrary = lazyPart(() => import('./pages/manage-library-page.tsx'), 'ManageLibraryPage');
const Profile = lazyPart(loadProfile, 'ProfilePage');
const EditProfile = lazyPart(() => import('./pages/edit-profile-page.tsx'), 'EditProfilePage');

/** Every route of section 2, and the recorder. */
const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      { path: paths.home, element: <Navigate to={paths.landing} replace /> },
      {
        Component: Bare,
        children: [
          { path: paths.landing, Component: LandingPage },
          { path: paths.login, Component: Login },
          { path: paths.registration, Component: Registration },
        ],
      },
      { Component: WithoutHeader, children: [{ path: paths.videoWatch, Component: VideoWatch }] },
      {
        Component: Protected,
        children: [
          { path: '/user/:userInParams/:view', Component: Profile },
          { path: '/edit/:id', Component: EditProfile },
          { path: paths.info, Component: Info },
          { path: paths.videoUpload, Component: VideoUpload },
          { path: paths.manageLibrary, Component: ManageLibrary },
          { path: paths.record, Component: Record },
        ],
      },
      {
        Component: Open,
        children: [
          { path: paths.about, Component: About },
          { path: paths.terms, Component: Terms },
          { path: paths.privacy, Component: Privacy },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

/** A person who is probably signed in will want these next; they are fetched while the person is looked up. */
export function fetchAhead(): void {
  if (!readAccessToken()) return;
  for (const load of [loadSignedInLayout, loadProfile]) load().catch(() => null);
}

/**
 * The app by its address. No loaders and actions are used (RTK Query fetches), so the router goes without them: that
 * is a tenth of what the login page weighs. Drawn after the provider's answer was taken out of the address.
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
