import { shareMessage } from '@kinreel/messages/en/share-message';

/** The message of a share if the person wrote their own. Empty for the default message or none. */
export function shareWords({ message, prompt }: { message: string; prompt: string }): string {
  const own = message.trim();
  return own === shareMessage.message({ prompt }) ? '' : own;
}
