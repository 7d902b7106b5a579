import type { MailTopic, UnsubscribeParams } from '@kinreel/contracts';
import { linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey, isSameSecret } from '../../platform/auth/secrets.ts';
import type { Deps } from '../../platform/deps.ts';
import { turnMailsOff } from '../notifications/notifications.service.ts';
import { findAddress } from './mails.queries.ts';

/**
 * The URL in a mail where its recipient turns such mails off without login (RFC 8058). It can do nothing else, so it
 * works for as long as the mail is kept.
 */
export function unsubscribeUrl(deps: Pick<Deps, 'appSecret' | 'config'>, personId: string, topic: MailTopic): string {
  return `${deps.config.publicUrl}/api/mails/unsubscribe/${personId}/${topic}/${codeOf(deps, personId, topic)}`;
}

/** Whether the code belongs to this person and topic. */
export function isUnsubscribeCode(deps: Pick<Deps, 'appSecret'>, { id, topic, code }: UnsubscribeParams): boolean {
  return isSameSecret(code, codeOf(deps, id, topic));
}

/**
 * Turns the mails off; can be repeated. No effect if the person's account was deleted.
 * @returns false for a wrong code
 */
export async function unsubscribe(deps: Pick<Deps, 'appSecret' | 'db'>, params: UnsubscribeParams): Promise<boolean> {
  if (!isUnsubscribeCode(deps, params)) return false;
  if (await findAddress(deps.db, params.id)) await turnMailsOff(deps.db, params.id, params.topic);
  return true;
}

function codeOf({ appSecret }: Pick<Deps, 'appSecret'>, personId: string, topic: MailTopic): string {
  return linkCode(deriveKey(appSecret, 'unsubscribe'), `${personId} ${topic}`);
}
