import type { Person } from '@kinreel/contracts/profile';
import { blocking as text } from '@kinreel/messages/en/blocking';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useBlockPersonMutation } from '../blocking.api.ts';

interface BlockDialogProps {
  open: boolean;
  person: Pick<Person, 'id' | 'first_name'>;
  onClose: () => void;
  /** Called after the person was blocked, to hide them. */
  onBlocked: () => void;
}

/** Asks before a person is blocked, and explains the effects. */
export function BlockDialog({ open, person, onClose, onBlocked }: BlockDialogProps) {
  const notices = useNotices();
  const [block, { isLoading }] = useBlockPersonMutation();
  const { id, first_name: name } = person;

  async function confirm() {
    const result = await block(id);
    if (result.error) return notices.failed(text.block({ name }), result.error, () => void confirm());
    onClose();
    onBlocked();
    notices.success({ title: text.blocked({ name }), text: text.blockedWhere({ name }) });
  }

  return (
    <ConfirmDialog
      open={open}
      busy={isLoading}
      title={text.blockTitle({ name })}
      text={text.blockText({ name })}
      confirmLabel={text.blockConfirm}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
