import { PRODUCT_NAME, type Relationship, type SharedConnections } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPart, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';
import type { ConnectionNews } from '../mails/outbox.service.ts';

/** Content of a mail about a connection. Everything except the URLs is user input. */
export interface ConnectionMailContent {
  kind: ConnectionNews;
  recipientName: string;
  /** The requester, or the person who has accepted. */
  person: { first_name: string; last_name: string; city: string; state: string; country: string };
  portrait: MailPicture | null;
  relationship: Relationship;
  /** Mutual connections; null if none. */
  shared: SharedConnections | null;
  /** The page to answer the request, or of the person who has accepted. */
  url: string;
  /** The page to turn these mails off. */
  turnOffUrl: string;
}

/**
 * The mail about a connection request, or about the acceptance of one or of an invitation (CONN-02), as text and as
 * HTML.
 */
export function connectionMail(content: ConnectionMailContent): MailContent {
  const { kind, recipientName, person, portrait, relationship, shared, url, turnOffUrl } = content;
  const name = mailName(person.first_name, person.last_name);
  const firstName = mailName(person.first_name);
  const place = [person.city, person.state || person.country]
    .filter(Boolean)
    .map((word) => mailName(word))
    .join(', ');
  const words = { name, relationship, product: PRODUCT_NAME };
  const off = turnOffPart(turnOffUrl);
  const greeting = mails.greeting({ recipient: mailName(recipientName) });
  const hello = (text: string): MailPart => ({ kind: 'person', name, portrait, greeting, text });
  if (kind !== 'request') {
    const subject = kind === 'invited' ? mails.invitedSubject : mails.acceptedSubject;
    return layOutMail(subject({ name, product: PRODUCT_NAME }), [
      hello(mails.acceptedIntro(words)),
      { kind: 'button', label: mails.acceptedOpen({ name: firstName }), url, hint: mails.acceptedOpenHere },
      off,
    ]);
  }
  const about = [
    ...(place ? [mails.requestPlace({ name: firstName, place })] : []),
    ...(shared ? [mails.requestShared({ count: shared.count, names: listOf(shared) })] : []),
  ];
  return layOutMail(mails.requestSubject(words), [
    hello(mails.requestIntro(words)),
    ...(about.length > 0 ? [{ kind: 'text', text: about.join('\n') } as const] : []),
    { kind: 'button', label: mails.requestOpen, url, hint: mails.requestOpenHere },
    { kind: 'text', text: mails.requestIgnore({ name: firstName }), soft: true },
    off,
  ]);
}

/** Some of the names; the text contains the count. */
function listOf({ count, names }: SharedConnections): string {
  const more = count > names.length ? ['…'] : [];
  return [...names.map((name) => mailName(name)), ...more].join(', ');
}
