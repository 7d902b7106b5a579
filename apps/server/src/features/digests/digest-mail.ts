import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPart, type MailPicture } from '@kinreel/mailer';
import { digests as text } from '@kinreel/messages/en/digests';
import { mailName } from '../mails/mail-name.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';
import type { GatheredRow } from '../notifications/notifications.service.ts';

/** Content of a digest. Names, questions, notes and messages are user input. */
export interface DigestMailContent {
  recipientId: string;
  recipientName: string;
  /** Newest first; at least one. */
  rows: readonly GatheredRow[];
  /** By person. */
  portraits: ReadonlyMap<string, MailPicture | null>;
  /** Whether there is more than the rows. */
  hasMore: boolean;
  publicUrl: string;
  turnOffUrl: string;
}

/** The mail that gathers what is new for a person, each with a button that leads to it. */
export function digestMail(content: DigestMailContent): MailContent {
  const { recipientId, rows, portraits, hasMore, publicUrl } = content;
  const names = [...new Map(rows.map((row) => [row.id, nameOf(row)])).values()];
  const subject = text.subject({ name: names[0] ?? '', others: names.length - 1, product: PRODUCT_NAME });
  return layOutMail(subject, [
    { kind: 'text', text: text.intro({ recipient: mailName(content.recipientName), product: PRODUCT_NAME }) },
    ...rows.flatMap((row, index) => [
      ...(index > 0 ? [{ kind: 'line' } as const] : []),
      ...entry(row, portraits.get(row.id) ?? null, { recipientId, publicUrl }),
    ]),
    ...(hasMore
      ? [{ kind: 'link', label: text.more, url: `${publicUrl}/user/${recipientId}/videos`, hint: text.more } as const]
      : []),
    turnOffPart(content.turnOffUrl),
  ]);
}

function entry(
  row: GatheredRow,
  portrait: MailPicture | null,
  to: { recipientId: string; publicUrl: string },
): MailPart[] {
  const name = nameOf(row);
  const relationship = row.relationship ?? 'friend';
  const question: MailPart[] = row.prompt ? [{ kind: 'question', text: row.prompt }] : [];
  const words = (row.note_text ?? row.message ?? '').trim();
  const quote: MailPart[] = words ? [{ kind: 'quote', text: words }] : [];
  const own = `${to.publicUrl}/user/${to.recipientId}`;
  const theirs = `${to.publicUrl}/user/${row.id}/videos`;
  const video = `${to.publicUrl}/user/${row.owner_id ?? row.id}/videos?autoplay=${row.video_id}`;
  const parts = (what: string, about: MailPart[], label: string, url: string): MailPart[] => [
    { kind: 'person', name, portrait, greeting: name, text: what },
    ...about,
    { kind: 'button', label, url, hint: `${label}:` },
  ];
  switch (row.kind) {
    case 'note':
      return parts(text.note({ prompt: row.prompt ?? '' }), quote, text.seeVideo, video);
    case 'heart':
      return parts(text.heart({ prompt: row.prompt ?? '' }), [], text.seeVideo, video);
    case 'question':
      return parts(text.question, question, text.answer, `${own}/videos`);
    case 'question-answered':
      return parts(text.answered, question, text.watchAnswer, video);
    case 'video-shared':
      return parts(text.shared, [...quote, ...question], text.watch, video);
    case 'video-opened':
      return parts(text.opened, question, text.watch, video);
    case 'connection-request':
      return row.connection_status === 'pending'
        ? parts(text.request({ relationship }), [], text.seeRequest, `${own}/connections?tab=requests`)
        : parts(text.request({ relationship }), [], text.seePage, theirs);
    case 'connection-accepted':
      return parts(text.accepted({ relationship }), [], text.seePage, theirs);
    case 'steward-named':
      return parts(text.steward, [], text.seeSteward, `${own}/edit?tab=account`);
    // The others are never mailed.
    default:
      return [];
  }
}

function nameOf(row: GatheredRow): string {
  return mailName(row.first_name, row.last_name);
}
