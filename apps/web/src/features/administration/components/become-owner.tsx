import { administration as text } from '@kinreel/messages/en/administration';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useBecomeOwnerMutation } from '../administration.api.ts';

interface BecomeOwnerProps {
  code: string;
  isOwner: boolean;
  /** Called when the user has become a site owner. */
  onDone: () => void;
}

/** Asks whoever has opened the one-time address whether they want to look after the installation. */
export function BecomeOwner({ code, isOwner, onDone }: BecomeOwnerProps) {
  const [become, { isLoading, isSuccess, error }] = useBecomeOwnerMutation();
  usePageTitle(text.title);
  if (isSuccess || isOwner) {
    return (
      <EmptyState
        headingLevel="h1"
        title={isSuccess ? text.becameTitle : text.alreadyTitle}
        text={text.becameText}
        action={
          <Button component={Link} to={paths.administration} variant="contained">
            {text.open}
          </Button>
        }
      />
    );
  }

  async function confirm() {
    const result = await become(code);
    if (!result.error) onDone();
  }

  return (
    <EmptyState
      headingLevel="h1"
      title={text.becomeTitle}
      text={text.becomeText}
      action={
        <>
          <Button variant="contained" loading={isLoading} loadingPosition="start" onClick={() => void confirm()}>
            {text.become}
          </Button>
          {error && (
            <Alert severity="error" sx={{ mt: 5, textAlign: 'start' }}>
              {errorMessage(error)}
            </Alert>
          )}
        </>
      }
    />
  );
}
