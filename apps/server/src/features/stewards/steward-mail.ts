import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';

const product = PRODUCT_NAME;

/** The mail to a person who was named as a steward. @param content.ownerName sanitized for mail */
export function namedMail(content: {
  recipient: string;
  ownerName: string;
  days: number;
  url: string;
  /** Page to turn these mails off. */
  turnOffUrl: string;
}): MailContent {
  const { recipient, ownerName: owner, days, url, turnOffUrl } = content;
  return layOutMail(mails.stewardNamedSubject({ product, owner }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    { kind: 'text', text: mails.stewardNamedIntro({ product, owner, days }) },
    { kind: 'button', label: mails.stewardNamedOpen, url, hint: mails.stewardNamedHint },
    turnOffPart(turnOffUrl),
  ]);
}

/** The mail to the owner about a request, and its reminders. The link needs no login. */
export function askedMail(content: {
  recipient: string;
  stewardName: string;
  startsAt: Date;
  url: string;
}): MailContent {
  const { recipient, stewardName: steward, startsAt, url } = content;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(startsAt);
  return layOutMail(mails.stewardAskedSubject({ product }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    { kind: 'text', text: mails.stewardAskedIntro({ product, steward, date }) },
    { kind: 'button', label: mails.stewardAskedHere, url, hint: mails.stewardAskedHint },
    { kind: 'text', text: mails.stewardAskedLater, soft: true },
  ]);
}

/** The mail to the steward when the stewardship starts. */
export function startedMail(content: { recipient: string; ownerName: string; url: string }): MailContent {
  const { recipient, ownerName: owner, url } = content;
  return layOutMail(mails.stewardStartedSubject({ product, owner }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    { kind: 'text', text: mails.stewardStartedIntro({ owner }) },
    { kind: 'button', label: mails.stewardStartedOpen, url, hint: mails.stewardStartedHint },
    { kind: 'text', text: mails.stewardStartedEnds({ owner }), soft: true },
  ]);
}
