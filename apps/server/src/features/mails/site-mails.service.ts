import type { OutboxMail, SiteMails } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { presentAccountMail } from './outbox.presenter.ts';
import { countMails, listMails, retryFailedMails, retryMail } from './outbox.service.ts';

/** The mails of the identity service. */
interface AccountMails {
  mails: OutboxMail[];
  /** The identity service does not respond. */
  isMissing: boolean;
}

/** All waiting and failed mails, newest first: those of the outbox and of the identity service. */
export async function readSiteMails({ db, identity }: Pick<Deps, 'db' | 'identity'>): Promise<SiteMails> {
  const [counts, own, account] = await Promise.all([countMails(db), listMails(db), readAccountMails({ identity })]);
  const inState = (state: OutboxMail['state']) => account.mails.filter((mail) => mail.state === state).length;
  return {
    waiting: counts.waiting + inState('waiting'),
    failed: counts.failed + inState('failed'),
    sent: counts.sent,
    mails: [...own, ...account.mails].sort((a, b) => b.created_at.localeCompare(a.created_at)),
    account_mails_missing: account.isMissing,
  };
}

/**
 * Retries a mail immediately, and then for three days.
 * @returns false if there is no such mail
 * @throws DomainError identity.unavailable if it may be one of the identity service
 */
export async function retrySiteMail(
  { db, jobs, identity }: Pick<Deps, 'db' | 'jobs' | 'identity'>,
  id: string,
): Promise<boolean> {
  if (await retryMail({ db, jobs }, id)) return true;
  return identity.mails.retry(id).catch((error) => {
    if (isElsewhere(error)) return false;
    throw error;
  });
}

/** Retries all failed mails; those of the identity service only if it responds. @returns their number */
export async function retryAllFailed(deps: Pick<Deps, 'db' | 'jobs' | 'identity'>): Promise<number> {
  let count = await retryFailedMails(deps);
  const { mails } = await readAccountMails(deps);
  for (const { id, state } of mails) {
    if (state === 'failed' && (await deps.identity.mails.retry(id))) count += 1;
  }
  return count;
}

/** Empty with a hosted provider, which sends its mails itself. */
export async function readAccountMails({ identity }: Pick<Deps, 'identity'>): Promise<AccountMails> {
  try {
    return { mails: (await identity.mails.list()).map(presentAccountMail), isMissing: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { mails: [], isMissing: !isElsewhere(error) };
  }
}

const isElsewhere = (error: unknown) => error instanceof DomainError && error.code === 'account.elsewhere';
