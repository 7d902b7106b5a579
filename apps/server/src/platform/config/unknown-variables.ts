/** Variables of Kinreel that the server itself does not read: those of the identity service and the start scripts. */
export const OTHER_VARIABLES = [
  'IDENTITY_HOST',
  'IDENTITY_PORT',
  'IDENTITY_LOGOUT_URL',
  'IDENTITY_REGISTRATION_URL',
  'IDENTITY_KEY_SECRET',
  'IDENTITY_KEY_ROTATION_DAYS',
  'IDENTITY_HASH_CONCURRENCY',
  'MAIL_DIR',
];

/** Variables of earlier versions. */
const REMOVED = [
  'BODY_TIMEOUT_SECONDS',
  'DATABASE_PREPARED',
  'DATABASE_WAIT_SECONDS',
  'FFPROBE_PATH',
  'IDENTITY_HASH_QUEUE',
  'IDENTITY_LIMIT_ACCOUNT',
  'IDENTITY_LIMIT_ADDRESS',
  'IDENTITY_LIMIT_ADDRESS_AND_ACCOUNT',
  'IDENTITY_LIMIT_MAILS',
  'IDENTITY_LIMIT_NETWORK',
  'S3_FORCE_PATH_STYLE',
  'SWEEP_AFTER_SECONDS',
  'WEB_DIR',
];

/** Prefixes that only Kinreel's variables have. */
const PREFIXES =
  /^(SMTP|MAIL|S3|IDENTITY|KINREEL|QUOTA|MAX_VIDEO|SWEEP|OPERATOR|TRUST|TRUSTED|SHORT_LINK|SPEECH_TO_TEXT)_/;

/** Maximum edit distance that counts as a typo. */
const NEAR = 2;

/** Shorter names are too similar to others. */
const MIN_LENGTH = 8;

/**
 * Hints about variables that look like Kinreel's and are not used: typos, or names of other programs.
 * @param names in the environment
 * @param known all variables of Kinreel
 */
export function hintsAboutVariables(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    if (REMOVED.includes(name)) return [`${name} has no effect any more: see CHANGELOG.md.`];
    const [nearest = '', distance = Number.POSITIVE_INFINITY] = known
      .map((one) => [one, distanceOf(name, one)] as const)
      .reduce((best, one) => (one[1] < best[1] ? one : best), ['', Number.POSITIVE_INFINITY] as const);
    const isSlip = distance <= NEAR && nearest.length >= MIN_LENGTH;
    if (!isSlip && !PREFIXES.test(name)) return [];
    const prefix = name.split('_')[0];
    const ours = isSlip ? nearest : known.find((one) => one.startsWith(`${prefix}_`));
    return [`${name} is not a setting of Kinreel.${ours ? ` Did you mean ${ours}?` : ''}`];
  });
}

/** Edit distance: number of changed, added or removed letters (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
