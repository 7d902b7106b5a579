import type { MailPart } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/**
 * The owner's message and the question. The question appears once: the suggested message of the dialog ends with it
 * (SHARE-02). A fixed text introduces the message, so that it is recognizable as user input.
 */
export function messageAndQuestion(owner: string, message: string, prompt: string): MailPart[] {
  const words = message.trim();
  const rest = words.endsWith(prompt) ? words.slice(0, -prompt.length).trimEnd() : words;
  return [
    ...(rest ? [{ kind: 'text', text: mails.writes({ owner }) } as const, { kind: 'quote', text: rest } as const] : []),
    ...(rest.includes(prompt) ? [] : [{ kind: 'question', text: prompt } as const]),
  ];
}
