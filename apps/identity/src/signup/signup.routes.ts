import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isAddressTaken } from '../account/address-change.service.ts';
import type { Deps } from '../deps.ts';
import { isStorable, parse } from '../http/parse.ts';
import { connectionError, oauthError } from '../http/protocol-error.ts';
import { emailSchema } from '../login/credentials.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { requireAdmission } from './admission.ts';

export const signupSchema = z.object({
  client_id: z.string(),
  connection: z.string(),
  email: emailSchema,
  password: z.string().max(4000),
  // The same limits as Auth0.
  user_metadata: z
    .record(z.string().max(100).refine(isStorable), z.string().max(500).refine(isStorable))
    .refine((values) => Object.keys(values).length <= 10)
    .default({}),
});

/** POST /dbconnections/signup: creates an account with email and password. */
export function signupRoutes(app: FastifyInstance, deps: Deps): void {
  const { background, config, db, hasher, limits, now, outbox } = deps;

  app.post('/dbconnections/signup', { config: { scripts: 'without-cookies' } }, async (request) => {
    const body = parse(signupSchema, request.body);
    if (body.client_id !== config.clientId) throw oauthError(401, 'invalid_client', 'The client is not known.');
    if (body.connection !== config.connection) throw connectionError('connection_not_found', 'Not found.');
    assertStrongPassword(body.password);
    await limits.consume('signup', { address: request.ip });
    // Not stored, because anybody with the code may register.
    const { invitation, ...metadata } = body.user_metadata;
    const isConfirmed = await requireAdmission(config, { code: invitation, email: body.email });

    if (await isAddressTaken(deps, body.email, null)) throw connectionError('invalid_signup', 'Invalid sign up');
    const at = now();
    const passwordHash = await hasher.hash(body.password);
    const mayMail = !isConfirmed && (await limits.allowMail(body.email, 'verification'));
    const user = await db.transaction().execute(async (tx) => {
      const created = await tx
        .insertInto('users')
        .values({
          // 24 hexadecimal digits, like Auth0's ids
          id: randomBytes(12).toString('hex'),
          email: body.email,
          email_verified: isConfirmed,
          password_hash: passwordHash,
          user_metadata: JSON.stringify(metadata),
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning(['id', 'email', 'email_verified'])
        .executeTakeFirst();
      if (created && mayMail) await outbox.add(tx, 'verification', created.email);
      return created;
    });
    if (!user) throw connectionError('invalid_signup', 'Invalid sign up');
    background.start(() => outbox.sendDue());
    return { _id: user.id, email: user.email, email_verified: user.email_verified };
  });
}
