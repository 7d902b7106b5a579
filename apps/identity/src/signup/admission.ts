import { identity as text } from '@kinreel/messages/en/identity';
import { z } from 'zod';
import type { IdentityConfig } from '../config.ts';
import { connectionError, serverBusy } from '../http/protocol-error.ts';

/** Timeout for the API server's response, in milliseconds. */
const CHECK_TIMEOUT_MS = 5_000;

/** The API server's response, which may contain more fields. */
const answer = z.object({
  registration: z.enum(['open', 'invited', 'closed']),
  admitted: z.boolean(),
  confirmed: z.boolean().default(false),
});

/**
 * Asks the API server whether a person may sign up, before the account is created. Auth0's equivalent is the Action
 * "pre-user-registration". Without a response nobody may.
 * @param person.code of an invitation, if any
 * @returns whether the code was mailed to the address, which confirms it
 * @throws ProtocolError 400 `registration_invited`, `registration_closed`, 503 `server_busy`
 */
export async function requireAdmission(
  { registrationUrl }: Pick<IdentityConfig, 'registrationUrl'>,
  person: { code: string | undefined; email: string },
): Promise<boolean> {
  if (!registrationUrl) return false;
  const { registration, admitted, confirmed } = await ask(registrationUrl, person).catch(() => {
    throw serverBusy();
  });
  if (admitted) return confirmed;
  throw registration === 'closed'
    ? connectionError('registration_closed', text.registrationClosed)
    : connectionError('registration_invited', text.registrationInvited);
}

async function ask(url: string, person: { code: string | undefined; email: string }): Promise<z.infer<typeof answer>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
    redirect: 'error',
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The API server responded with ${response.status}.`);
  return answer.parse(await response.json());
}
