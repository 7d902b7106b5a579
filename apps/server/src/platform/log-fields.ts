/**
 * What may be logged: the fields of each message. Everything else is dropped, at every level, because libraries log requests
 * with their headers, and a field that was harmless may have a secret inside tomorrow. A new message is listed here, or it
 * has no fields (app/logged-secrets.test.ts checks it).
 */
export const LOG_FIELDS: Readonly<Record<string, readonly string[]>> = {
  request: ['method', 'route', 'status', 'ms', 'userId'],
  'request aborted': ['route'],
  'a request was forwarded by an address that is not in TRUSTED_PROXIES': ['address'],
  'request rejected': ['err'],
  'request failed': ['err', 'route'],
  swept: ['stagingFolders', 'uploads', 'partialFiles', 'lostFiles', 'orphans'],
  'no orphans are deleted: these columns are missing in platform/db/stored-objects.ts': ['unlisted'],
  'a stored file is missing': ['videoId', 'kind'],
  'most stored files are missing: is the storage there?': ['lost', 'checked'],
  'files compared with their hashes': ['files', 'bytes'],
  'stored files are missing or altered': ['missing', 'altered', 'orphaned'],
  'backup made': ['files', 'copied', 'bytes'],
  'files are missing or damaged, and not in the backup': ['lost'],
  'site owners are warned': ['kind'],
  'no draft of captions': ['videoId', 'code', 'cause'],
  'mail not sent': ['kind', 'sender', 'refusal'],
  'a mail is tried again': ['kind', 'attempts'],
  'a mail has failed': ['kind', 'attempts'],
  'a video is unusable': ['videoId', 'code', 'cause'],
  'a video is cut off': ['videoId', 'missingSeconds'],
  'progress was not saved': ['err', 'videoId'],
  'the lack of room was not saved': ['err', 'videoId'],
  'no thumbhash could be made': ['err', 'videoId'],
  'the sound could not be measured': ['err', 'videoId'],
  'a film is not encoded in pieces': ['err', 'videoId'],
  'a fragment was not published': ['err', 'videoId'],
  'old photo not deleted': ['err', 'key'],
  'a file is left to the sweep': ['err', 'key'],
  'files of a deleted video are left to the job': ['err', 'videoId'],
  'an archive lacks files': ['userId', 'problems'],
  'a video was deleted, as its owner wanted': ['videoId'],
  'an account was deleted': ['userId'],
  'an account is deleted later': ['userId'],
  'job requeued': ['job', 'payload'],
  'job no longer needed': ['job', 'payload'],
  'job waits for room': ['err', 'job', 'payload'],
  'job failed': ['err', 'job', 'payload', 'failures'],
};

/** Every message may have an error, of which describeError() selects what is logged. */
const ERROR = 'err';

/** Fields that a logger adds to all its messages: the process, and the number of the request. */
const BINDINGS = ['pid', 'hostname', 'name', 'reqId'];

/** Longest text in a field, in characters, and the most entries of a list. */
const MAX_TEXT = 2000;
const MAX_ENTRIES = 50;

/** What is in a text that must not be read by who reads logs: tokens, cookies, codes. */
const SECRETS: readonly [RegExp, string][] = [
  [/\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/(\/(?:s|link|invitation)\/)[\w-]{22}/g, '$1[code]'],
  [
    /\b([\w-]*(?:token|cookie|media|session|ticket|secret|password|code|share|state|signature))("?\s*[=:]\s*"?)[^\s&;,"'}]{8,}/gi,
    '$1$2[secret]',
  ],
];

/** A text without what looks like a secret. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** The fields of a message that may be logged, without what looks like a secret. */
export function allowedFields(message: string, fields: object): Record<string, unknown> {
  const allowed = [ERROR, ...(LOG_FIELDS[message] ?? [])];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (!allowed.includes(name)) return [];
      return [[name, name === ERROR ? value : plain(value, 1)]];
    }),
  );
}

/** The same for the fields of a logger. */
export function allowedBindings(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => BINDINGS.includes(name)));
}

/** A copy of plain data: numbers, short texts, and lists and objects of them; anything else becomes null. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value).slice(0, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => plain(entry, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, entry]) => [name, plain(entry, depth - 1)]));
}
