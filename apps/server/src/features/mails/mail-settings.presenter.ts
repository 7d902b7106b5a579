import type { MailPart } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/** URL of the page where a person chooses mails. */
export function mailSettingsUrl(publicUrl: string, userId: string): string {
  return `${publicUrl}/user/${userId}/edit?tab=notifications`;
}

/** The last paragraph of a mail that can be turned off. @param url of unsubscribe.service.ts */
export function turnOffPart(url: string): MailPart {
  return { kind: 'link', label: mails.turnOffLink, url, hint: mails.turnOff };
}
