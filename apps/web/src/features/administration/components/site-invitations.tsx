import type { Relationship } from '@kinreel/contracts/connections';
import { SHARE_MESSAGE_MAX_LENGTH } from '@kinreel/contracts/constants';
import { email as emailSchema } from '@kinreel/contracts/profile';
import { MAX_INVITED_PEOPLE, type SiteInvitation } from '@kinreel/contracts/registration';
import { administration as text } from '@kinreel/messages/en/administration';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import {
  useEndSiteInvitationMutation,
  useGetSiteInvitationsQuery,
  useInviteToSiteMutation,
} from '../administration.api.ts';

/** Invitations to register: a form for mails and links, and the open invitations. */
export function SiteInvitations() {
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          gap: { xs: 6, sm: 8 },
          mb: { xs: 7, sm: 9 },
        }}
      >
        <InviteByMail />
        <InviteByLink />
      </Box>
      <OpenInvitations />
    </Box>
  );
}

const FORM = { display: 'grid', gap: 3, justifyItems: 'start', alignContent: 'start' } as const;

function InviteByMail() {
  const notices = useNotices();
  const [address, setAddress] = useState('');
  const [relationship, setRelationship] = useState<Relationship>('family');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string>();
  const [invite, { isLoading }] = useInviteToSiteMutation();

  async function send(event: FormEvent) {
    event.preventDefault();
    const parsed = emailSchema.safeParse(address);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    const result = await invite({ email: parsed.data, relationship, message });
    if (result.error) {
      setProblem(errorMessage(result.error));
      return;
    }
    setAddress('');
    setMessage('');
    notices.success({ title: text.mailSent({ email: parsed.data }) });
  }

  return (
    <Box component="form" noValidate onSubmit={send} sx={FORM}>
      <Typography component="h2" variant="h4">
        {text.byMail}
      </Typography>
      <FormField
        label={text.email}
        type="email"
        inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={problem}
      />
      <SelectField
        label={text.inviteAs}
        value={relationship}
        options={[
          ['family', text.inviteFamily],
          ['friend', text.inviteFriend],
        ]}
        onChange={setRelationship}
      />
      <FormField
        label={text.inviteMessage}
        multiline
        minRows={2}
        inputProps={{ maxLength: SHARE_MESSAGE_MAX_LENGTH }}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" variant="outlined" loading={isLoading} loadingPosition="start">
        {text.sendMail}
      </Button>
    </Box>
  );
}

function InviteByLink() {
  const notices = useNotices();
  const [places, setPlaces] = useState('10');
  const [problem, setProblem] = useState<string>();
  const [invite, { isLoading }] = useInviteToSiteMutation();

  async function make(event: FormEvent) {
    event.preventDefault();
    const count = Number(places);
    const isRight = Number.isInteger(count) && count >= 1 && count <= MAX_INVITED_PEOPLE;
    setProblem(isRight ? undefined : text.placesInvalid({ max: formatNumber(MAX_INVITED_PEOPLE) }));
    if (!isRight) return;
    const result = await invite({ max_people: count, relationship: 'family' });
    if (result.error) setProblem(errorMessage(result.error));
    else notices.success({ title: text.linkMade });
  }

  return (
    <Box component="form" noValidate onSubmit={make} sx={FORM}>
      <Typography component="h2" variant="h4">
        {text.byLink}
      </Typography>
      <FormField
        label={text.places}
        inputProps={{ inputMode: 'numeric' }}
        value={places}
        onChange={(event) => setPlaces(event.target.value)}
        error={problem}
      />
      <Button type="submit" variant="outlined" loading={isLoading} loadingPosition="start">
        {text.makeLink}
      </Button>
    </Box>
  );
}

/** The open invitations. */
function OpenInvitations() {
  const { data, error, isError, refetch } = useGetSiteInvitationsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (!isError) return <LoadingState label={text.invitationsLoading} />;
    return <FailedState headingLevel="h2" title={text.invitationsFailed} error={error} onRetry={refetch} />;
  }
  return <OpenList invitations={data} />;
}

function OpenList({ invitations }: { invitations: SiteInvitation[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [end] = useEndSiteInvitationMutation();
  const removal = useRemoval({
    rows: invitations,
    idOf: ({ id }) => id,
    title: text.endTitle,
    text: () => text.endText,
    confirmLabel: text.end,
    action: endLabel,
    remove: ({ id }) => end(id).unwrap(),
    done: text.ended,
    container: list,
  });
  return (
    <>
      {invitations.length === 0 ? (
        <EmptyState headingLevel="h2" title={text.noInvitationsTitle} text={text.noInvitationsText} />
      ) : (
        <SettingsList listRef={list} label={text.invitations}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onEnd={() => removal.ask(invitation)} />
          ))}
        </SettingsList>
      )}
      {removal.dialog}
    </>
  );
}

function usageOf({ people, max_people: max, expires_at }: SiteInvitation): string {
  return text.invitationUse({ people, max: formatNumber(max), date: formatDate(expires_at) });
}

function endLabel(invitation: SiteInvitation): string {
  return text.endOf({ name: invitation.email ?? usageOf(invitation) });
}

function InvitationRow({ invitation, onEnd }: { invitation: SiteInvitation; onEnd: () => void }) {
  const notices = useNotices();
  const { id, email, url } = invitation;

  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link);
      notices.success({ title: text.copied });
    } catch {
      notices.error({ title: common.notDone({ action: text.copy }), text: text.copyFailed({ url: link }) });
    }
  }

  return (
    <SettingsRow row={id} title={email ?? text.link} hint={usageOf(invitation)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {url && (
          <Button variant="outlined" onClick={() => void copy(url)}>
            {text.copy}
          </Button>
        )}
        <Button variant="outlined" aria-label={endLabel(invitation)} onClick={onEnd}>
          {text.end}
        </Button>
      </Box>
    </SettingsRow>
  );
}
