import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user that runs PostgreSQL; undefined for the current user. */
export type Account = { name: string; uid: number; gid: number } | undefined;

/**
 * PostgreSQL does not run as root. For root this returns the owner of an existing cluster, else `postgres`, else
 * `nobody`; any other user runs PostgreSQL directly.
 */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const account = owner
    ? users.find(({ uid }) => uid === owner)
    : (users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody'));
  if (account) return account;
  throw new Error(
    owner
      ? `${cluster} belongs to user id ${owner}, which this machine does not know. Give it to another user with chown -R.`
      : 'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Start as a normal user.',
  );
}

/** Spawn options of every PostgreSQL program: the account, a readable working folder, and a minimal environment. */
export function spawnOptions(account: Account) {
  const { PATH } = process.env;
  return { cwd: '/', env: { PATH, LC_ALL: 'C' }, ...(account && { uid: account.uid, gid: account.gid }) };
}

/** Whether the account can enter the folder. */
export function canReach(folder: string, account: Account): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...spawnOptions(account), stdio: 'ignore' }).status === 0
  );
}
