import { inviteFamily as text } from '@kinreel/messages/en/invite-family';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';

const loadDialog = () => import('./invite-family-dialog.tsx');
const InviteFamilyDialog = lazyComponent(loadDialog, 'InviteFamilyDialog');

/** A button that opens the dialog to invite people who are not members yet. */
export function InviteFamily({ variant = 'soft' }: { variant?: 'contained' | 'soft' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        size={variant === 'contained' ? 'large' : 'medium'}
        startIcon={<GroupAddOutlined />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...fetchOnIntent(loadDialog)}
      >
        {text.title}
      </Button>
      <LazyDialog open={isOpen} onClose={() => setOpen(false)}>
        <InviteFamilyDialog open={isOpen} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}
