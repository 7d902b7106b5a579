import type { OutboxMail } from '@kinreel/contracts/mails';
import { administration as text } from '@kinreel/messages/en/administration';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetSiteMailsQuery, useRetryMailMutation, useSendTestMailMutation } from '../administration.api.ts';

/** Pending and failed mails, and a test of the mail server. */
export function SiteMails() {
  const { data, error, isError, refetch } = useGetSiteMailsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (!isError) return <LoadingState label={text.mailsLoading} />;
    return <FailedState headingLevel="h2" title={text.mailsFailed} error={error} onRetry={refetch} />;
  }
  const { waiting, failed, sent, mails, account_mails_missing: isIncomplete } = data;
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      <Typography sx={{ mb: 4 }}>{text.mailCounts({ waiting, failed, sent })}</Typography>
      {isIncomplete && <Typography sx={{ mb: 4 }}>{text.accountMailsMissing}</Typography>}
      <TestMail />
      {mails.length === 0 && !isIncomplete ? (
        <EmptyState headingLevel="h2" title={text.noMailsTitle} text={text.noMailsText} />
      ) : (
        <Box sx={{ mt: 6 }}>
          <MailList mails={mails} />
        </Box>
      )}
    </Box>
  );
}

function TestMail() {
  const notices = useNotices();
  const [send, { isLoading }] = useSendTestMailMutation();

  async function test() {
    const { data, error } = await send();
    if (error) notices.failed(text.testMail, error, () => void test());
    else if (data.error)
      notices.error({
        title: common.notDone({ action: text.testMail }),
        text: text.testMailFailed({ error: data.error }),
      });
    else notices.success({ title: text.testMailSent });
  }

  return (
    <Button variant="outlined" loading={isLoading} loadingPosition="start" onClick={() => void test()}>
      {text.testMail}
    </Button>
  );
}

function MailList({ mails }: { mails: readonly OutboxMail[] }) {
  const notices = useNotices();
  const [retry, { isLoading, originalArgs }] = useRetryMailMutation();

  async function retryMail(id: string, title: string) {
    const { error } = await retry(id);
    if (error) notices.failed(text.retryMailOf({ mail: title }), error, () => void retryMail(id, title));
    else notices.success({ title: text.retried });
  }

  return (
    <SettingsList label={text.mails}>
      {mails.map((mail) => {
        const to = mail.to === 'operator' ? text.mailToOperator : mail.to;
        const title = text.mailTitle({ kind: mail.kind.replaceAll('-', '_'), to });
        return (
          <SettingsRow key={mail.id} row={mail.id} title={title} hint={describe(mail)}>
            <Button
              variant="outlined"
              aria-label={text.retryMailOf({ mail: title })}
              loading={isLoading && originalArgs === mail.id}
              loadingPosition="start"
              onClick={() => void retryMail(mail.id, title)}
            >
              {text.retryMail}
            </Button>
          </SettingsRow>
        );
      })}
    </SettingsList>
  );
}

/** State of a mail, with the reason of a failure. */
function describe({ state, attempts, created_at, settled_at, error }: OutboxMail): string {
  const how =
    state === 'failed'
      ? text.mailFailed({ attempts, time: formatRelativeTime(settled_at ?? created_at) })
      : text.mailWaits({ time: formatRelativeTime(created_at) });
  return error ? text.mailError({ state: how, error }) : how;
}
