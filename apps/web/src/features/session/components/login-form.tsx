import { isEmail } from '@kinreel/contracts/email';
import { profileFields } from '@kinreel/messages/en/profile-fields';
import { session as text } from '@kinreel/messages/en/session';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link as RouterLink, useLocation } from 'react-router';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { fetchOnIntent } from '../../../shared/lazy-component.ts';
import { paths } from '../../../shared/paths.ts';
import { readPublicConfig } from '../../../shared/public-config.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { TEXT_LINK } from '../../../shared/ui/text-link.ts';
import { takeEarlyLogin } from '../early-login.ts';
import { login, prepareLogin } from '../identity-client.ts';
import { forgetLogOut, hasLogOut } from '../log-out-mark.ts';
import { returnTargetOf } from '../return-target.ts';
import { clearLoginMessage, type SessionState, setLoginMessage, setProviderMessage } from '../session.slice.ts';
import { loginFailure } from '../session-messages.ts';
import { visibleError } from '../visible-error.ts';
import { loadForgotPassword } from './forgot-password.ts';
import { FormMessage } from './form-message.tsx';

/** `rejected`: the button stays disabled until the user changes a field (LOGIN-07). */
type Progress = 'idle' | 'sending' | 'rejected';

interface LoginFormProps {
  onForgot: (email: string) => void;
  /** `h2` if the page has another main heading. */
  headingLevel?: 'h1' | 'h2';
}

/**
 * Email and password (LOGIN-02 to LOGIN-10). Without a form library, because this page is a visitor's first download.
 */
export function LoginForm({ onForgot, headingLevel = 'h1' }: LoginFormProps) {
  const dispatch = useDispatch();
  const location = useLocation();
  const { loginMessage, providerMessage } = useSelector((state: SessionState) => state.errors);
  const hasEnded = useSelector((state: SessionState) => state.user.hasEnded);
  const [hasLoggedOut] = useState(hasLogOut);
  // Said once. Not while rendering, which React may repeat.
  useLayoutEffect(() => {
    if (hasLoggedOut) forgetLogOut();
  }, [hasLoggedOut]);
  const ended = hasEnded ? text.sessionEnded : hasLoggedOut && text.loggedOut;
  const title = useRef<HTMLHeadingElement>(null);
  // When a session ends, this form replaces the page and its focused element.
  useEffect(() => {
    if (ended && document.activeElement === document.body) title.current?.focus();
  }, [ended]);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    readPublicConfig().then(
      (config) => setNew(config.is_new),
      // Ignored: a login attempt reports the error.
      () => {},
    );
  }, []);
  const [progress, setProgress] = useState<Progress>('idle');
  const [values, setValues] = useState({ email: '', password: '' });
  const [isEmailTouched, setEmailTouched] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusField = (name: string) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const returnTo = returnTargetOf(location);

  // LOGIN-10: clear the messages when leaving the screen.
  useEffect(() => () => void dispatch(clearLoginMessage()), [dispatch]);

  // The back button may restore this page from the browser's cache in the sending state.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setProgress('idle');
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const email = values.email.trim();
  const emailError = visibleError(isEmail(email) ? undefined : profileFields.emailInvalid, {
    touched: isEmailTouched,
    submitted: isSubmitted,
    value: values.email,
  });

  const send = async (typed: typeof values) => {
    const email = typed.email.trim();
    dispatch(clearLoginMessage());
    setSubmitted(true);
    if (!typed.email || !typed.password) dispatch(setLoginMessage(text.loginMissing));
    if (typed.email && !isEmail(email)) focusField('email');
    if (!isEmail(email) || !typed.password) return;
    setProgress('sending');
    try {
      await login({ email, password: typed.password, returnTo });
    } catch (error) {
      const failure = loginFailure(error);
      dispatch(failure.kind === 'provider' ? setProviderMessage(failure.text) : setLoginMessage(failure.text));
      setProgress(failure.kind === 'provider' ? 'rejected' : 'idle');
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(values);
  };

  // Runs before the first paint, so that the fields are never shown empty.
  const continueEarlyLogin = useEffectEvent(() => {
    const early = takeEarlyLogin();
    if (!early) return;
    setValues({ email: early.email, password: early.password });
    setEmailTouched(early.email !== '' && early.focused !== 'email');
    if (early.email) prepareLogin();
    if (early.isSubmitted) void send(early);
    else if (early.focused) focusField(early.focused);
  });
  useLayoutEffect(continueEarlyLogin, []);

  const field = (name: 'email' | 'password') => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      prepareLogin();
      setValues({ ...values, [name]: event.target.value });
      setProgress('idle');
    },
  });

  return (
    <>
      <Typography ref={title} variant="h1" component={headingLevel} tabIndex={-1}>
        {isNew ? text.newTitle : text.loginTitle}
      </Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: { xs: 0.5, sm: 2 }, mb: { xs: 3.5, sm: 7 } }}>
        {isNew ? text.newIntro : text.loginIntro}
      </Typography>
      {isNew && (
        <Button
          component={RouterLink}
          to={paths.registration + location.search}
          state={{ returnTo }}
          variant="contained"
          size="large"
          fullWidth
          sx={{ mb: 7 }}
        >
          {text.createFirst}
        </Button>
      )}
      {ended && !providerMessage && !loginMessage && (
        <Alert severity="info" role="status" sx={{ mb: 5 }}>
          {ended}
        </Alert>
      )}
      {providerMessage && <FormMessage title={text.loginErrorTitle} text={providerMessage} focus />}
      <form ref={form} onSubmit={submit} noValidate>
        <FormField
          label={text.emailLabel}
          type="email"
          autoComplete="username"
          inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
          sx={{ mb: { xs: 3, sm: 5 } }}
          error={emailError}
          onBlur={() => setEmailTouched(true)}
          {...field('email')}
        />
        <PasswordField
          label={text.passwordLabel}
          autoComplete="current-password"
          sx={{ mb: { xs: 3, sm: 5 } }}
          {...field('password')}
        />
        {loginMessage && <FormMessage text={loginMessage} />}
        <Link
          component="button"
          type="button"
          onClick={() => onForgot(values.email)}
          {...fetchOnIntent(loadForgotPassword)}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 600, fontSize: 'inherit' }}
        >
          {text.forgotPasswordTitle}
        </Link>
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          disabled={progress !== 'idle'}
          sx={{ mt: { xs: 1, sm: 3 } }}
        >
          {progress === 'sending' ? text.loggingIn : text.loginButton}
        </Button>
      </form>
      <Typography sx={{ mt: { xs: 1.5, sm: 5 }, textAlign: 'center' }}>
        <RichText
          text={text.noAccount}
          tags={{
            link: (label) => (
              <Link
                component={RouterLink}
                to={paths.registration + location.search}
                state={{ returnTo }}
                sx={TEXT_LINK}
              >
                {label}
              </Link>
            ),
          }}
        />
      </Typography>
    </>
  );
}
