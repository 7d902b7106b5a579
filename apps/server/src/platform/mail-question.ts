import type { MailPart } from '@kinreel/mailer';

/**
 * The owner's message and the question, which is said once: the message that the dialog proposes ends with it
 * (SHARE-02).
 */
export function messageAndQuestion(message: string, prompt: string): MailPart[] {
  const words = message.trim();
  const rest = words.endsWith(prompt) ? words.slice(0, -prompt.length).trimEnd() : words;
  return [
    ...(rest ? [{ kind: 'quote', text: rest } as const] : []),
    ...(rest.includes(prompt) ? [] : [{ kind: 'question', text: prompt } as const]),
  ];
}
