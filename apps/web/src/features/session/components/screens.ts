import { lazyPart } from '../../../shared/lazy-part.ts';

/** Screens that only people who are not signed in, or not quite, have to load. */
export const LoginScreen = lazyPart(() => import('./login-screen.tsx'), 'LoginScreen');
export const RegistrationScreen = lazyPart(() => import('./registration-screen.tsx'), 'RegistrationScreen');
export const CompleteProfileScreen = lazyPart(() => import('./complete-profile-screen.tsx'), 'CompleteProfileScreen');
export { ServerDownScreen } from './server-down-screen.tsx';
