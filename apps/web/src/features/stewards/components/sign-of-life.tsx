import { stewards as text } from '@kinreel/messages/en/stewards';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useShowLifeMutation } from '../stewards.api.ts';

/** The page of the link in the mails to an owner. A button, because mail programs open links by themselves. */
export function SignOfLife({ id, code }: { id: string; code: string }) {
  const [show, { isLoading, isSuccess, error }] = useShowLifeMutation();
  usePageTitle(isSuccess ? text.hereThanks : text.hereTitle);
  if (isSuccess) {
    return (
      <div role="status">
        <EmptyState
          headingLevel="h1"
          title={text.hereThanks}
          text={text.hereDone}
          action={
            <Button component={Link} to={paths.home} variant="contained">
              {text.toApp}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <EmptyState
      headingLevel="h1"
      title={text.hereTitle}
      text={text.hereText}
      action={
        <>
          <Button
            variant="contained"
            loading={isLoading}
            loadingPosition="start"
            onClick={() => void show({ id, code })}
          >
            {text.here}
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
