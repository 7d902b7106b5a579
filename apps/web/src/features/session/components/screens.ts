import { lazyComponent } from '../../../shared/lazy-component.ts';

/** Screens that signed-in users never see, loaded on demand. */
export const LoginScreen = lazyComponent(() => import('./login-screen.tsx'), 'LoginScreen');
export const RegistrationScreen = lazyComponent(() => import('./registration-screen.tsx'), 'RegistrationScreen');
/** For an account without a profile or with a scheduled deletion. */
export const ProblemScreen = lazyComponent(() => import('./problem-screen.tsx'), 'ProblemScreen');
export { ServerDownScreen } from './server-down-screen.tsx';
