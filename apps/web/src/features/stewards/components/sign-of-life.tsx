import { stewards as text } from '@kinreel/messages/en/stewards';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { PressState } from '../../../shared/ui/press-state.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useShowLifeMutation } from '../stewards.api.ts';

/**
 * The page of the sign-of-life link in mails to an owner. It needs a press, because some mail programs open links
 * automatically.
 */
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
    <PressState
      title={text.hereTitle}
      text={text.hereText}
      label={text.here}
      isLoading={isLoading}
      error={error}
      onPress={() => void show({ id, code })}
    />
  );
}
