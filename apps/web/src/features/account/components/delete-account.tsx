import { DELETION_GRACE_DAYS } from '@kinreel/contracts/account';
import { account as text } from '@kinreel/messages/en/account';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useGetAccountQuery } from '../account.api.ts';
import { AccountCard } from './account-card.tsx';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazyComponent(loadDialog, 'DeleteAccountDialog');

/** Requests the deletion of the user's account. @param onLeft called after the request */
export function DeleteAccount({ onLeft }: { onLeft: () => void }) {
  const { data } = useGetAccountQuery();
  const [open, setOpen] = useState(false);
  if (data === undefined) return null;
  return (
    <AccountCard title={text.deleteTitle}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>
        {data === null ? text.deleteElsewhere : text.deleteText({ days: DELETION_GRACE_DAYS })}
      </Typography>
      {data !== null && (
        <Button variant="outlined" color="error" onClick={() => setOpen(true)} {...fetchOnIntent(loadDialog)}>
          {text.deleteAsk}
        </Button>
      )}
      <LazyDialog open={open} onClose={() => setOpen(false)}>
        <DeleteAccountDialog open={open} onClose={() => setOpen(false)} onLeft={onLeft} />
      </LazyDialog>
    </AccountCard>
  );
}
