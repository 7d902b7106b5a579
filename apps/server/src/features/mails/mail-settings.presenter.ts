import type { MailPart } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/** URL of the page where a person turns mails off. */
export function mailSettingsUrl(publicUrl: string, userId: string): string {
  return `${publicUrl}/user/${userId}/edit?tab=notifications`;
}

/** The last paragraph of a mail that can be turned off. */
export function turnOffPart(settingsUrl: string): MailPart {
  return { kind: 'link', label: mails.turnOffLink, url: settingsUrl, hint: mails.turnOff };
}
