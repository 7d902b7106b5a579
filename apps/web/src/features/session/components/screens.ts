import { lazyComponent } from '../../../shared/lazy-component.ts';

/** Screens that signed-in users never see, loaded on demand. */
export const LoginScreen = lazyComponent(() => import('./login-screen.tsx'), 'LoginScreen');
export const RegistrationScreen = lazyComponent(() => import('./registration-screen.tsx'), 'RegistrationScreen');
export const CompleteProfileScreen = lazyComponent(
  () => import('./complete-profile-screen.tsx'),
  'CompleteProfileScreen',
);
export const LeavingScreen = lazyComponent(() => import('./leaving-screen.tsx'), 'LeavingScreen');
export { ServerDownScreen } from './server-down-screen.tsx';
