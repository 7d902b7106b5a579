import { shareMessage } from '@kinreel/messages/en/share-message';

/** What a person wrote to a share of a video themselves; empty if they left the words that are filled in, or wrote none. */
export function shareWords({ message, prompt }: { message: string; prompt: string }): string {
  const own = message.trim();
  return own === shareMessage.message({ prompt }) ? '' : own;
}
