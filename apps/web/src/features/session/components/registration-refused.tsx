import type { RegistrationMode } from '@kinreel/contracts/registration';
import { registrationRefused as text } from '@kinreel/messages/en/registration-refused';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { returnTargetOf } from '../return-target.ts';
import { AuthFrame } from './auth-frame.tsx';

interface RegistrationRefusedProps {
  registration: RegistrationMode;
  /** Whether the person has opened an invitation, which has expired. */
  hasCode: boolean;
}

/** Replaces the registration form: why the person cannot sign up, and what to do. */
export function RegistrationRefused({ registration, hasCode }: RegistrationRefusedProps) {
  const location = useLocation();
  const title = registration === 'closed' ? text.closedTitle : hasCode ? text.endedTitle : text.invitedTitle;
  usePageTitle(title);
  return (
    <AuthFrame>
      <Typography variant="h1" tabIndex={-1}>
        {title}
      </Typography>
      <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: { xs: 2, sm: 3 }, mb: { xs: 5, sm: 7 } }}>
        {registration === 'closed' ? text.closedText : hasCode ? text.endedText : text.invitedText}
      </Typography>
      <Button
        component={Link}
        to={paths.login}
        state={{ returnTo: returnTargetOf(location) }}
        variant="contained"
        size="large"
        fullWidth
      >
        {text.logIn}
      </Button>
    </AuthFrame>
  );
}
