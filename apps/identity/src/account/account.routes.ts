import { accountChange as text } from '@kinreel/messages/en/account-change';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError, tooManyAttempts } from '../http/protocol-error.ts';
import { emailSchema } from '../login/credentials.ts';
import { rememberDevice } from '../login/known-devices.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { bearerClaims, invalidToken, PROOF_LIFETIME_SECONDS, signProof, userIdOf } from '../tokens/tokens.ts';
import { askForAddress, forgetAskedAddress, readAccount } from './address-change.service.ts';
import { changePassword } from './password-change.service.ts';
import { requirePassword } from './require-password.ts';

/** Only limited in length: any other text is just a wrong password. */
const currentPassword = z.string().min(1).max(1000);

export const proofSchema = z.object({ password: currentPassword });
export const passwordChangeSchema = z.object({
  current_password: currentPassword,
  new_password: z.string().max(4000),
  /** Whether all other sessions of the person end. */
  end_others: z.boolean().default(true),
});
export const addressChangeSchema = z.object({ current_password: currentPassword, email: emailSchema });

/** Retry-After if too many mails were sent, in seconds. */
const MAIL_WAIT_SECONDS = 60 * 60;

/**
 * A logged-in person's own account. Each change requires the password in addition to the token, so that a stolen
 * session cannot be used to take over the account.
 */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/account', { config: { scripts: 'without-cookies' } }, async (request) => {
    const account = await readAccount(deps, userIdOf(await bearerClaims(deps, request)));
    if (!account) throw invalidToken();
    return account;
  });

  // For the API server, which never sees the password.
  app.post('/account/proof', { config: { scripts: 'with-cookies' } }, async (request) => {
    const userId = userIdOf(await bearerClaims(deps, request));
    const { password } = parse(proofSchema, request.body);
    await requirePassword(deps, request, userId, password);
    return { proof: await signProof(deps, userId), expires_in: PROOF_LIFETIME_SECONDS };
  });

  app.post('/account/password', { config: { scripts: 'with-cookies' } }, async (request, reply) => {
    const claims = await bearerClaims(deps, request);
    const body = parse(passwordChangeSchema, request.body);
    const proved = await requirePassword(deps, request, userIdOf(claims), body.current_password);
    assertStrongPassword(body.new_password);
    const exceptSession = body.end_others ? (claims.sid ?? null) : undefined;
    const passwordHash = await changePassword(deps, proved, body.new_password, exceptSession);
    if (passwordHash === null) throw oauthError(403, 'wrong_password', text.wrongPassword);
    await deliverLogoutNotices(deps);
    // The new password has invalidated all known devices, including this one.
    rememberDevice(deps, request, reply, { id: proved.id, passwordHash });
    return reply.status(204).send();
  });

  app.post('/account/email', { config: { scripts: 'with-cookies' } }, async (request, reply) => {
    const userId = userIdOf(await bearerClaims(deps, request));
    const { current_password, email } = parse(addressChangeSchema, request.body);
    const { email: current } = await requirePassword(deps, request, userId, current_password);
    if (email === current) throw oauthError(400, 'same_email', text.sameAddress);
    if (!(await askForAddress(deps, { userId, current, wanted: email }))) throw tooManyAttempts(MAIL_WAIT_SECONDS);
    return reply.status(202).send(await readAccount(deps, userId));
  });

  app.delete('/account/asked-email', { config: { scripts: 'without-cookies' } }, async (request, reply) => {
    await forgetAskedAddress(deps, userIdOf(await bearerClaims(deps, request)));
    return reply.status(204).send();
  });
}
