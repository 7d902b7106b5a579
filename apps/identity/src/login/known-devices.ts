import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { readCookie, setCookie } from '../http/cookies.ts';

/** How long a device stays known after its last login, in seconds. */
export const DEVICE_LIFETIME_SECONDS = 180 * 24 * 60 * 60;

/** Maximum number of accounts per browser, because people share tablets. The oldest is dropped. */
const MAX_ACCOUNTS = 5;

/** Layout of a mark: random id, time of the login, signature. Sizes in bytes. */
const ID = 16;
const TIME = 6;
const SIGNATURE = 32;
const MARK = /^[A-Za-z0-9_-]{72}$/;

/** The account and its current password hash: a new password invalidates all known devices. */
interface Account {
  id: string;
  passwordHash: string;
}

type DeviceDeps = Pick<Deps, 'config' | 'now'>;

/**
 * Marks this browser as a known device of the account, after a login or a password reset. The mark gives no access; it
 * only has separate rate limits, so that attackers cannot use up the attempts of this device
 * (docs/decisions/0018-known-devices.md).
 */
export function rememberDevice(deps: DeviceDeps, request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const content = Buffer.alloc(ID + TIME);
  randomBytes(ID).copy(content);
  content.writeUIntBE(deps.now().getTime(), ID, TIME);
  const mark = Buffer.concat([content, signature(deps, account, content)]).toString('base64url');
  const others = marksOf(request).filter((other) => idIn(deps, account, other) === null);
  const marks = [mark, ...others].slice(0, MAX_ACCOUNTS);
  setCookie(reply, deps.config, 'kinreel_device', marks.join('.'), DEVICE_LIFETIME_SECONDS);
}

/** The id of this device if it is known to the account, else null. Each login changes the id. */
export function knownDevice(deps: DeviceDeps, request: FastifyRequest, account: Account): string | null {
  for (const mark of marksOf(request)) {
    const id = idIn(deps, account, mark);
    if (id) return id;
  }
  return null;
}

const marksOf = (request: FastifyRequest): string[] =>
  (readCookie(request, 'kinreel_device') ?? '')
    .split('.')
    .filter((mark) => MARK.test(mark))
    .slice(0, MAX_ACCOUNTS);

/** The device id in a mark; null if it belongs to another account, has expired, or is forged. */
function idIn(deps: DeviceDeps, account: Account, mark: string): string | null {
  const bytes = Buffer.from(mark, 'base64url');
  const content = bytes.subarray(0, ID + TIME);
  if (!timingSafeEqual(bytes.subarray(ID + TIME), signature(deps, account, content))) return null;
  const age = deps.now().getTime() - content.readUIntBE(ID, TIME);
  return age <= DEVICE_LIFETIME_SECONDS * 1000 ? content.subarray(0, ID).toString('base64url') : null;
}

function signature({ config }: DeviceDeps, { id, passwordHash }: Account, content: Buffer): Buffer {
  return createHmac('sha256', keyOf(config)).update(content).update(`${id}\n${passwordHash}`).digest();
}

/** Cache of the derived key per configuration; each login needs it several times. */
const keys = new WeakMap<DeviceDeps['config'], Buffer>();

function keyOf(config: DeviceDeps['config']): Buffer {
  const known = keys.get(config);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', config.keySecret, '', 'kinreel identity known device', SIGNATURE));
  keys.set(config, key);
  return key;
}
