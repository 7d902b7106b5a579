import { all, type Survivor } from './survivor.ts';

const KEY_SEAL = 'apps/identity/src/tokens/key-seal.ts';
const SIGNING_KEYS = 'apps/identity/src/tokens/signing-keys.ts';

/** The identity service: accounts, tokens and devices. */
export const IDENTITY_SERVICE: readonly Survivor[] = [
  {
    file: KEY_SEAL,
    code: "const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, salt), nonce, { authTagLength: TAG })",
    change: 'authTagLength: TAG → nothing',
    reason: 'masked: the tag is cut out with this length',
  },
  ...all(
    SIGNING_KEYS,
    'const CACHED = 60 * 1000;',
    ['60 → 600'],
    'masked: a key is published a day before it signs, so it may be cached for longer',
  ),
  ...all(
    SIGNING_KEYS,
    'if (cache && Math.abs(at - cache.readAt) < CACHED) return cache.keys;',
    ['cache && Math.abs(at - cache.readAt) < CACHED → false', '< → <=', '- → +'],
    'equivalent for people: keys are read from the database more often, or a millisecond longer from memory',
  ),
  ...all(
    SIGNING_KEYS,
    'cache = { keys, readAt: at };',
    ['cache = { keys, readAt: at }; → ;'],
    'equivalent for people: keys are read from the database more often',
  ),
  ...all(
    SIGNING_KEYS,
    'cache = undefined;',
    ['cache = undefined; → ;'],
    'masked: other processes see the new key a minute later too; it signs after a day',
  ),
  ...all(
    SIGNING_KEYS,
    '} else if (newest.active_from.getTime() + config.keyRotationDays * DAY <= at + PUBLISHED_AHEAD) {',
    ['<= → <'],
    'accepted: one millisecond of thirty days',
  ),
  ...all(
    SIGNING_KEYS,
    'return successor && successor.active_from.getTime() + KEPT_AFTER <= at;',
    ['<= → <'],
    'accepted: one millisecond of an hour',
  ),
  ...all(
    SIGNING_KEYS,
    'const key = keys.findLast(({ activeFrom }) => activeFrom <= at) ?? keys[0];',
    ['<= → <'],
    'accepted: one millisecond of thirty days',
  ),
  ...all(
    SIGNING_KEYS,
    "if (!key) throw new Error('There is no signing key.');",
    ['!key → false'],
    'equivalent: without a key nothing is signed, with another message in the log',
  ),
];
