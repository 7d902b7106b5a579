import { identity as text } from '@kinreel/messages/en/identity';
import { z } from 'zod';
import type { IdentityConfig } from '../config.ts';
import { connectionError, serverBusy } from '../http/protocol-error.ts';

/** How long the API server may take to answer, in milliseconds. */
const CHECK_TIMEOUT_MS = 5_000;

/** What the API server answers. It may say more. */
const answer = z.object({ registration: z.enum(['open', 'invited', 'closed']), admitted: z.boolean() });

/**
 * Asks the API server whether somebody may sign up, before their account exists. Auth0 has the same as the Action
 * "pre-user-registration". Without an answer nobody may.
 * @param code of an invitation, if there is one
 * @throws ProtocolError 400 `registration_invited`, `registration_closed`, 503 `server_busy`
 */
export async function requireAdmission(
  { registrationUrl }: Pick<IdentityConfig, 'registrationUrl'>,
  code: string | undefined,
): Promise<void> {
  if (!registrationUrl) return;
  const { registration, admitted } = await ask(registrationUrl, code).catch(() => {
    throw serverBusy();
  });
  if (admitted) return;
  throw registration === 'closed'
    ? connectionError('registration_closed', text.registrationClosed)
    : connectionError('registration_invited', text.registrationInvited);
}

async function ask(url: string, code: string | undefined): Promise<z.infer<typeof answer>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === undefined ? {} : { code }),
    redirect: 'error',
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The API server answered ${response.status}.`);
  return answer.parse(await response.json());
}
