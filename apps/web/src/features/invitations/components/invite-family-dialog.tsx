import type { Relationship } from '@kinreel/contracts/connections';
import { SHARE_MESSAGE_MAX_LENGTH } from '@kinreel/contracts/constants';
import { isEmail } from '@kinreel/contracts/email';
import type { RelativeInvitation } from '@kinreel/contracts/invitations';
import { errors } from '@kinreel/messages/en/errors';
import { inviteFamily as text } from '@kinreel/messages/en/invite-family';
import { profileFields } from '@kinreel/messages/en/profile-fields';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { LinkBox } from '../../../shared/ui/link-box.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetRelativeInvitationsQuery, useInviteRelativeMutation } from '../invitations.api.ts';
import { OpenInvitations } from './open-invitations.tsx';

/** Invites people who are not members yet: by email, link or QR code. */
export function InviteFamilyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const query = useGetRelativeInvitationsQuery(undefined, { skip: !open, refetchOnMountOrArgChange: true });
  const { data } = query;
  return (
    <AppDialog open={open} title={text.title} maxWidth={880} onClose={onClose}>
      {data ? (
        <>
          {data.may_invite ? <InvitationForm /> : <Alert severity="info">{errors['invitation.owners_only']}</Alert>}
          <OpenInvitations rows={data.invitations} />
        </>
      ) : query.isError ? (
        <FailedState title={text.failed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
      ) : (
        <LoadingState />
      )}
    </AppDialog>
  );
}

/** The choice of the relationship, then the ways to invite. */
function InvitationForm() {
  const labelId = useId();
  const [relationship, setRelationship] = useState<Relationship>('family');
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro}</Typography>
      <FormControl>
        <FormLabel id={labelId}>{text.who}</FormLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={relationship}
          onChange={(_event, value) => setRelationship(value as Relationship)}
        >
          <FormControlLabel value="family" control={<Radio />} label={text.family} sx={{ minHeight: 48, mr: 6 }} />
          <FormControlLabel value="friend" control={<Radio />} label={text.friend} sx={{ minHeight: 48 }} />
        </RadioGroup>
      </FormControl>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: { xs: 7, sm: 10 }, mt: 5 }}>
        <ByEmail relationship={relationship} />
        <ByLink key={relationship} relationship={relationship} />
      </Box>
    </>
  );
}

function ByEmail({ relationship }: { relationship: Relationship }) {
  const titleId = useId();
  const notices = useNotices();
  const [invite, { isLoading }] = useInviteRelativeMutation();
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);

  async function send(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    if (!isEmail(address)) {
      setError(profileFields.emailInvalid);
      // The field announces the error to screen readers.
      field.current?.focus();
      return;
    }
    setError(undefined);
    try {
      await invite({ email: address, relationship, message }).unwrap();
      notices.success({ title: text.sentTitle, text: text.sentText({ email: address }) });
      setEmail('');
      setMessage('');
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  return (
    <Box component="form" noValidate aria-labelledby={titleId} onSubmit={(event) => void send(event)}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.byEmail}
      </Typography>
      <FormField
        ref={field}
        label={text.email}
        type="email"
        autoComplete="off"
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(undefined);
        }}
      />
      <FormField
        label={text.message}
        multiline
        minRows={2}
        maxRows={6}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        inputProps={{ maxLength: SHARE_MESSAGE_MAX_LENGTH }}
        sx={{ mt: 4, '& .MuiOutlinedInput-root': { p: 0 } }}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={isLoading} sx={{ mt: 4 }}>
        {text.send}
      </Button>
    </Box>
  );
}

function ByLink({ relationship }: { relationship: Relationship }) {
  const titleId = useId();
  const [invite, { isLoading }] = useInviteRelativeMutation();
  const [link, setLink] = useState<RelativeInvitation | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function make() {
    setError(null);
    try {
      setLink(await invite({ relationship }).unwrap());
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.byLink}
      </Typography>
      {/* Always rendered, so that screen readers announce its changes. */}
      <Typography role="status" sx={{ color: 'text.secondary', mb: 4 }}>
        {link?.url ? text.linkReady({ share: 'share' in navigator ? 'yes' : 'no' }) : text.linkHint}
      </Typography>
      {link?.url ? (
        <>
          <LinkBox url={link.url} message={text.linkMessage} />
          <Typography sx={{ mt: 4, mb: 3 }}>{text.scan}</Typography>
          <QrCode url={link.url} label={text.code} />
          <Typography sx={{ mt: 3, color: 'text.secondary', fontSize: '1rem' }}>
            {text.linkUse({
              people: formatNumber(link.max_people - link.people),
              date: formatDate(link.expires_at),
            })}
          </Typography>
        </>
      ) : (
        <Button variant="soft" size="large" fullWidth loading={isLoading} onClick={() => void make()}>
          {text.makeLink}
        </Button>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {error}
        </Alert>
      )}
    </section>
  );
}
