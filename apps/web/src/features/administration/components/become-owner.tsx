import { administration as text } from '@kinreel/messages/en/administration';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { PressState } from '../../../shared/ui/press-state.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useBecomeOwnerMutation } from '../administration.api.ts';

interface BecomeOwnerProps {
  code: string;
  isOwner: boolean;
  /** Called after the user has become a site owner. */
  onDone: () => void;
}

/** Asks the person who opened the one-time address whether they want to manage the installation. */
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
    <PressState
      title={text.becomeTitle}
      text={text.becomeText}
      label={text.become}
      isLoading={isLoading}
      error={error}
      onPress={() => void confirm()}
    />
  );
}
