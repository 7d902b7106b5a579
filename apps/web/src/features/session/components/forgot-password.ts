import { lazyComponent } from '../../../shared/lazy-component.ts';

/** The forgot-password view is loaded when somebody is about to open it. */
export const loadForgotPassword = () => import('./forgot-password-form.tsx');
export const ForgotPasswordForm = lazyComponent(loadForgotPassword, 'ForgotPasswordForm');
