import { DELETION_GRACE_DAYS } from '@kinreel/contracts/account';
import type { ResetLinkResponse, SitePerson } from '@kinreel/contracts/administration';
import { administration as text } from '@kinreel/messages/en/administration';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { fullName } from '../../../shared/format/person.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import {
  useChangeSitePersonMutation,
  useDeletePersonMutation,
  useEndSessionsMutation,
  useKeepPersonMutation,
  useMakeResetLinkMutation,
} from '../administration.api.ts';

/** Bytes per GB, the unit of the input. */
const GB = 1_000_000_000;

interface PersonDialogProps {
  open: boolean;
  person: SitePerson;
  /** In bytes; null until it is known. */
  usualQuota: number | null;
  onClose: () => void;
}

/** A site owner's actions for a person: quota, login, and turning the account off. */
export function PersonDialog({ open, person, usualQuota, onClose }: PersonDialogProps) {
  return (
    <AppDialog
      open={open}
      sheet
      title={fullName(person)}
      subtitle={person.email}
      onClose={onClose}
      maxWidth={560}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {common.close}
        </Button>
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 5 }}>
        {text.personSince({ date: formatDate(person.created_at) })}
      </Typography>
      <Quota person={person} usualQuota={usualQuota} />
      <Part title={text.logIn}>
        <LogIn person={person} />
      </Part>
      <Part title={person.disabled ? text.turnOn : text.turnOff}>
        <OnOff person={person} />
      </Part>
      {!person.site_owner && (
        <Part title={person.delete_at === null ? text.deletePerson : text.leaving}>
          <Deletion person={person} />
        </Part>
      )}
    </AppDialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ mt: 7 }}>
      <Typography component="h3" variant="h4" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Quota({ person, usualQuota }: Pick<PersonDialogProps, 'person' | 'usualQuota'>) {
  const notices = useNotices();
  const [value, setValue] = useState(person.quota_bytes === null ? '' : String(person.quota_bytes / GB));
  const [isInvalid, setInvalid] = useState(false);
  const [change, { isLoading }] = useChangeSitePersonMutation();

  async function store(bytes: number | null) {
    const { error } = await change({ id: person.id, quota_bytes: bytes });
    if (error) notices.failed(text.quotaSave, error, () => void store(bytes));
    else notices.success({ title: text.quotaSaved });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const bytes = value.trim() === '' ? null : Math.round(Number(value.replace(',', '.')) * GB);
    const isWrong = bytes !== null && !(bytes > 0 && Number.isSafeInteger(bytes));
    setInvalid(isWrong);
    if (isWrong) return;
    await store(bytes);
  }

  return (
    <Box component="form" noValidate onSubmit={save} sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <FormField
        label={text.quota}
        inputProps={{ inputMode: 'decimal' }}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={isInvalid ? text.quotaInvalid : undefined}
        hint={usualQuota === null ? undefined : text.quotaHint({ quota: formatBytes(usualQuota) })}
      />
      <Button type="submit" variant="outlined" loading={isLoading} loadingPosition="start">
        {text.quotaSave}
      </Button>
    </Box>
  );
}

function LogIn({ person }: Pick<PersonDialogProps, 'person'>) {
  const notices = useNotices();
  const [link, setLink] = useState<ResetLinkResponse | null>(null);
  const [makeLink, making] = useMakeResetLinkMutation();
  const [endSessions, ending] = useEndSessionsMutation();

  async function make() {
    const result = await makeLink(person.id);
    if (result.error) notices.failed(text.resetLink, result.error, () => void make());
    else setLink(result.data ?? null);
  }

  async function end() {
    const result = await endSessions(person.id);
    if (result.error) notices.failed(text.logOut, result.error, () => void end());
    else notices.success({ title: text.loggedOut({ name: person.first_name }) });
  }

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {!person.site_owner && (
          <Button variant="outlined" loading={making.isLoading} loadingPosition="start" onClick={() => void make()}>
            {text.resetLink}
          </Button>
        )}
        <Button variant="outlined" loading={ending.isLoading} loadingPosition="start" onClick={() => void end()}>
          {text.logOut}
        </Button>
      </Box>
      {link && (
        <FormField
          label={text.resetFor}
          value={link.url}
          readOnly
          onFocus={(event) => event.target.select()}
          hint={text.resetHint({ name: person.first_name, date: formatDate(link.expires_at) })}
          sx={{ mt: 4 }}
        />
      )}
    </>
  );
}

function OnOff({ person }: Pick<PersonDialogProps, 'person'>) {
  const [change, { isLoading }] = useChangeSitePersonMutation();
  const { first_name: name, disabled } = person;
  if (person.site_owner) return <Typography>{text.ownerProtected}</Typography>;
  const toggle = () => change({ id: person.id, disabled: !disabled });
  return (
    <Decision
      hint={text.turnOffHint({ name })}
      label={disabled ? text.turnOn : text.turnOff}
      question={disabled ? null : { title: text.turnOffTitle({ name }), text: text.turnOffText({ name }) }}
      done={disabled ? text.turnedOn({ name }) : text.turnedOff({ name })}
      isBusy={isLoading}
      act={toggle}
    />
  );
}

function Deletion({ person }: Pick<PersonDialogProps, 'person'>) {
  const [remove, removing] = useDeletePersonMutation();
  const [keep, keeping] = useKeepPersonMutation();
  const { first_name: name, delete_at: until } = person;
  return until === null ? (
    <Decision
      hint={text.deleteHint({ name, days: DELETION_GRACE_DAYS })}
      label={text.deletePerson}
      question={{
        title: text.deleteTitle({ name }),
        text: text.deleteText({ name, days: DELETION_GRACE_DAYS }),
      }}
      done={text.deleted({ name })}
      isBusy={removing.isLoading}
      act={() => remove(person.id)}
    />
  ) : (
    <Decision
      hint={text.deletedOn({ name, date: formatDate(until) })}
      label={text.keepPerson}
      question={null}
      done={text.kept({ name })}
      isBusy={keeping.isLoading}
      act={() => keep(person.id)}
    />
  );
}

interface DecisionProps {
  hint: string;
  label: string;
  /** Asked before the action; null if the action is harmless. */
  question: { title: string; text: string } | null;
  /** Notice after the action. */
  done: string;
  isBusy: boolean;
  act: () => Promise<{ error?: unknown }>;
}

/** A button for an action on a person, with a confirmation if it is harmful. */
function Decision({ hint, label, question, done, isBusy, act }: DecisionProps) {
  const notices = useNotices();
  const [open, setOpen] = useState(false);

  async function confirm() {
    const { error } = await act();
    setOpen(false);
    if (error) notices.failed(label, error, () => void confirm());
    else notices.success({ title: done });
  }

  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{hint}</Typography>
      <Button
        variant="outlined"
        color={question ? 'error' : 'primary'}
        loading={isBusy}
        loadingPosition="start"
        onClick={() => (question ? setOpen(true) : void confirm())}
      >
        {label}
      </Button>
      {question && (
        <ConfirmDialog
          open={open}
          busy={isBusy}
          {...question}
          confirmLabel={label}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
