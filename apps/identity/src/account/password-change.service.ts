import type { Deps } from '../deps.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import type { ProvedAccount } from './require-password.ts';

/**
 * Sets a new password, and revokes what could set another one or begin a session without it: tickets, codes, reset links. A
 * mail says that it was changed.
 * @param exceptSession with an id or null: all other sessions end; undefined: they go on
 * @returns its hash; null, and nothing is changed, if the password has changed since it was checked
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
