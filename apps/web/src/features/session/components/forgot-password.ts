import { lazyComponent } from '../../../shared/lazy-component.ts';

/** Preloads the forgot-password view. */
export const loadForgotPassword = () => import('./forgot-password-form.tsx');
export const ForgotPasswordForm = lazyComponent(loadForgotPassword, 'ForgotPasswordForm');
