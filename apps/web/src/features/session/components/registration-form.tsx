import type { RegistrationForm as Values } from '@kinreel/contracts/profile';
import { session as text } from '@kinreel/messages/en/session';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';
import { formResolver } from '../../../shared/form-resolver.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { paths } from '../../../shared/paths.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { NameFields, PlaceFields } from '../../../shared/ui/profile-fields.tsx';
import { TEXT_LINK } from '../../../shared/ui/text-link.ts';
import { admissionCodeOf, saveAdmission } from '../admission.ts';
import { login, signUp } from '../identity-client.ts';
import { useGetLinkPreviewQuery } from '../link-preview.api.ts';
import { registrationSchema } from '../registration-schemas.ts';
import { returnTargetOf } from '../return-target.ts';
import { useRegisterMutation } from '../session.api.ts';
import {
  clearRegistrationMessage,
  type SessionState,
  setLoginMessage,
  setProviderMessage,
  setRegistrationMessage,
} from '../session.slice.ts';
import { loginFailure, registrationMessage } from '../session-messages.ts';
import { useFirstErrorFocus } from '../use-first-error-focus.ts';
import { waitingLinkOf } from '../waiting-link.ts';
import { FIELD_GRID } from './field-grid.ts';
import { FormMessage } from './form-message.tsx';

/** Creates the account, saves the profile and logs in (REG-01 to REG-06). */
export function RegistrationForm({ headingLevel = 'h1' }: { headingLevel?: 'h1' | 'h2' }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const message = useSelector((state: SessionState) => state.errors.registrationMessage);
  const [storeProfile] = useRegisterMutation();
  const [sending, setSending] = useState(false);
  // If the account was created but saving the profile has failed, a retry must not create it again.
  const account = useRef<{ email: string; password: string; auth0Id: string } | null>(null);
  const { register, handleSubmit, formState, getValues, setValue } = useForm<Values>({
    resolver: formResolver(registrationSchema) as never,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      city: '',
      state: '',
      country: '',
      birthday: '',
      password: '',
    },
  });
  const { errors } = formState;
  const form = useFirstErrorFocus(formState);
  const returnTo = returnTargetOf(location);
  const code = admissionCodeOf(returnTo);

  useEffect(() => () => void dispatch(clearRegistrationMessage()), [dispatch]);

  // An invitation by mail: its address is already confirmed.
  const link = waitingLinkOf(returnTo);
  const { data: preview } = useGetLinkPreviewQuery(link ?? skipToken);
  const invited = preview?.invitation?.email;
  useEffect(() => {
    if (invited && !getValues('email')) setValue('email', invited);
  }, [invited, getValues, setValue]);

  async function createAccount({ email, password }: Values): Promise<string> {
    const created = account.current;
    if (created?.email === email && created.password === password) return created.auth0Id;
    const auth0Id = await signUp({ email, password, ...(code && { user_metadata: { invitation: code } }) });
    // Needed too if the profile is completed after a failure.
    saveAdmission(code);
    account.current = { email, password, auth0Id };
    return auth0Id;
  }

  const send = handleSubmit(
    async (values) => {
      dispatch(clearRegistrationMessage());
      setSending(true);
      try {
        const auth0Id = await createAccount(values);
        await storeProfile({ ...values, auth0Id, ...(code && { code }) }).unwrap();
      } catch (error) {
        dispatch(setRegistrationMessage(registrationMessage(error)));
        setSending(false);
        return;
      }
      try {
        await login({ email: values.email, password: values.password, returnTo });
      } catch (error) {
        // The account exists, so the person can log in.
        await navigate(paths.login + location.search, { state: { returnTo } });
        const failure = loginFailure(error);
        dispatch(failure.kind === 'provider' ? setProviderMessage(failure.text) : setLoginMessage(failure.text));
      }
    },
    () => {
      dispatch(clearRegistrationMessage());
      const { email, password } = getValues();
      if (!email || !password) dispatch(setRegistrationMessage(text.registrationMissing));
    },
  );

  return (
    <>
      <Typography variant="h1" component={headingLevel} tabIndex={-1}>
        {text.registerTitle}
      </Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: { xs: 0.5, sm: 2 }, mb: { xs: 3.5, sm: 6 } }}>
        {text.registerIntro}
      </Typography>
      <Box component="form" ref={form} onSubmit={send} noValidate sx={{ display: 'grid', rowGap: { xs: 3, sm: 5 } }}>
        <Box sx={FIELD_GRID}>
          <NameFields register={register} errors={errors} />
        </Box>
        <FormField
          label={text.registerEmailLabel}
          type="email"
          autoComplete="email"
          inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
          {...register('email')}
          error={errors.email?.message}
        />
        <Box sx={FIELD_GRID}>
          <PlaceFields register={register} errors={errors} />
        </Box>
        <PasswordField
          label={text.passwordLabel}
          autoComplete="new-password"
          hint={text.passwordHint}
          {...register('password')}
          error={formState.touchedFields.password && !message ? errors.password?.message : undefined}
        />
        {message && <FormMessage text={message} focus={formState.isValid} />}
        <Button type="submit" variant="contained" size="large" fullWidth disabled={sending} sx={{ mt: 1 }}>
          {sending ? text.signingUp : text.signUpButton}
        </Button>
      </Box>
      <Typography sx={{ display: { md: 'none' }, mt: 3, textAlign: 'center' }}>
        <RichText
          text={text.hasAccount}
          tags={{
            link: (label) => (
              <Link component={RouterLink} to={paths.login + location.search} state={{ returnTo }} sx={TEXT_LINK}>
                {label}
              </Link>
            ),
          }}
        />
      </Typography>
    </>
  );
}
