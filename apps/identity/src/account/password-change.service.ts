import type { Deps } from '../deps.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import type { ProvedAccount } from './require-password.ts';

/**
 * Sets a new password, and revokes everything that could set another one or start a session without it: tickets, codes,
 * reset links. Sends a mail about the change.
 * @param exceptSession id of the session to keep, or null: all others end; undefined: all sessions continue
 * @returns its hash; null, without a change, if the password has changed since it was checked
 * @throws ProtocolError 503 `server_busy`
 */
export async function changePassword(
  deps: Deps,
  { id, email, passwordHash: proved }: ProvedAccount,
  password: string,
  exceptSession: string | null | undefined,
): Promise<string | null> {
  const { background, db, hasher, now, outbox } = deps;
  const passwordHash = await hasher.hash(password);
  const isDone = await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, updated_at: now() })
      .where('id', '=', id)
      .where('password_hash', '=', proved)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return false;
    for (const table of ['login_tickets', 'authorization_codes', 'reset_tokens'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', id).execute();
    }
    if (exceptSession !== undefined) await endOtherSessions(tx, deps, id, exceptSession);
    await outbox.add(tx, 'password-changed', email);
    return true;
  });
  if (isDone) background.start(() => outbox.sendDue());
  return isDone ? passwordHash : null;
}
