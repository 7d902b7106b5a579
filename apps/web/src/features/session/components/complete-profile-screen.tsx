import type { ProfileForm } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { session as text } from '@kinreel/messages/en/session';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { formResolver } from '../../../shared/form-resolver.ts';
import { NameFields, PlaceFields } from '../../../shared/ui/profile-fields.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { admissionCodeOf } from '../admission.ts';
import { profileSchema } from '../registration-schemas.ts';
import { returnTargetOf } from '../return-target.ts';
import { useRegisterMutation } from '../session.api.ts';
import { clearRegistrationMessage, type SessionState, setRegistrationMessage } from '../session.slice.ts';
import { registrationMessage } from '../session-messages.ts';
import { loadUser } from '../start-session.ts';
import { useFirstErrorFocus } from '../use-first-error-focus.ts';
import { useLogOut } from '../use-log-out.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FIELD_GRID } from './field-grid.ts';
import { FormMessage } from './form-message.tsx';

/** For an account without a profile: the registration form without email and password (REG-07). */
export function CompleteProfileScreen() {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  const message = useSelector((state: SessionState) => state.errors.registrationMessage);
  const [storeProfile] = useRegisterMutation();
  const location = useLocation();
  const logOut = useLogOut();
  const [sending, setSending] = useState(false);
  const { register, handleSubmit, formState } = useForm<ProfileForm>({
    resolver: formResolver(profileSchema) as never,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { firstName: '', lastName: '', city: '', state: '', country: '', birthday: '' },
  });
  const form = useFirstErrorFocus(formState);
  usePageTitle(text.completeTitle);
  useEffect(() => () => void dispatch(clearRegistrationMessage()), [dispatch]);

  const send = handleSubmit(async (values) => {
    dispatch(clearRegistrationMessage());
    setSending(true);
    try {
      const code = admissionCodeOf(returnTargetOf(location));
      await storeProfile({ ...values, ...(code && { code }) }).unwrap();
      dispatch(loadUser());
    } catch (error) {
      dispatch(setRegistrationMessage(registrationMessage(error)));
      setSending(false);
    }
  });

  return (
    <AuthFrame artHeight={96} formWidth={496}>
      <Typography variant="h1" tabIndex={-1}>
        {text.completeTitle}
      </Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: 2, mb: { xs: 4, sm: 6 } }}>
        {text.completeIntro}
      </Typography>
      <Box component="form" ref={form} onSubmit={send} noValidate sx={{ display: 'grid', rowGap: { xs: 3, sm: 5 } }}>
        <Box sx={FIELD_GRID}>
          <NameFields register={register} errors={formState.errors} />
        </Box>
        <Box sx={FIELD_GRID}>
          <PlaceFields register={register} errors={formState.errors} />
        </Box>
        {message && <FormMessage text={message} focus />}
        <Button type="submit" variant="contained" size="large" fullWidth disabled={sending} sx={{ mt: 1 }}>
          {sending ? common.saving : common.save}
        </Button>
        <Button fullWidth onClick={() => void logOut()} disabled={sending}>
          {text.logOut}
        </Button>
      </Box>
    </AuthFrame>
  );
}
