import { account as text } from '@kinreel/messages/en/account';
import Typography from '@mui/material/Typography';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetAccountQuery } from '../account.api.ts';
import { AccountCard } from './account-card.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';

/** The user's address and password, or a text if a hosted provider manages them. */
export function SignInData() {
  const { data, error, isError, refetch } = useGetAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data === undefined) {
    return isError ? (
      <FailedState title={text.loadFailed} error={error} headingLevel="h3" onRetry={refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  if (data === null) {
    return (
      <AccountCard title={text.elsewhereTitle}>
        <Typography sx={{ color: 'text.secondary' }}>{text.elsewhere}</Typography>
      </AccountCard>
    );
  }
  return (
    <>
      <ChangeEmail account={data} />
      <ChangePassword />
    </>
  );
}
