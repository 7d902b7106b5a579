import { all, type Survivor } from './survivor.ts';

const PARTIAL = 'apps/server/src/features/uploads/partial-files.ts';
const RECEIVED = 'apps/server/src/features/uploads/received-bytes.ts';
const STORED = 'apps/server/src/features/uploads/stored-partial-files.ts';
const BLOCKS = 'apps/server/src/features/uploads/block-writer.ts';
const UPLOADS = 'apps/server/src/features/uploads/uploads.service.ts';
const QUOTA = 'apps/server/src/features/uploads/quota.queries.ts';
const PUBLISH = 'apps/server/src/features/uploads/publish-upload.service.ts';
const LOCAL = 'apps/server/src/platform/storage/local.ts';
const STAGING = 'apps/server/src/platform/storage/staging.ts';
const STORAGE = 'apps/server/src/platform/storage/storage.ts';
const TRIM = 'apps/server/src/features/videos/trim.policy.ts';
const UPLOADS_SQL = 'apps/server/src/features/uploads/uploads.queries.ts';
const MEDIA = 'apps/server/src/features/media/media.service.ts';
const GROWING_SQL = 'apps/server/src/features/videos/growing-videos.queries.ts';
const MEDIA_SQL = 'apps/server/src/features/media/media.queries.ts';
const CAPTIONS = 'apps/server/src/features/captions/captions.service.ts';
const CAPTIONS_SQL = 'apps/server/src/features/captions/captions.queries.ts';

/** Uploads, storage, media and what is said about a video. */
export const FILES: readonly Survivor[] = [
  {
    file: RECEIVED,
    code: 'await file.close();',
    change: 'await file.close(); → ;',
    reason: 'equivalent for people: Node closes the file later, with a warning in the log',
  },
  ...all(
    TRIM,
    'return start === null || end === null ? null : { start: start / 1000, end: end / 1000 };',
    ['start === null || end === null → (end === null)', 'start === null || end === null → (start === null)'],
    'masked: the database has both or none (a check of the table)',
  ),
  ...all(
    PARTIAL,
    'await file.close();',
    ['await file.close(); → ;'],
    'equivalent for people: Node closes the file later, with a warning in the log',
  ),
  ...all(
    RECEIVED,
    'finished(source, { writable: false }, (error) => ended.resolve(!error));',
    ['writable: false → nothing', 'false → true'],
    'equivalent: requests and the files of forms can only be read',
  ),
  ...all(
    RECEIVED,
    "stop.removeEventListener('abort', stopped);",
    ["stop.removeEventListener('abort', stopped); → ;"],
    'equivalent: what has ended does not end again, and the signal ends with its request',
  ),
  ...all(
    STORED,
    "await writeFile(path, bytes, { flag: 'a', mode: 0o600 });",
    [', mode: 0o600 → nothing'],
    'masked: only this account can read the folders around it',
  ),
  ...all(
    STORED,
    'await rm(folder, { recursive: true, force: true });',
    [', force: true → nothing', 'true → false'],
    'equivalent: the folder is there',
  ),
  ...all(
    STORED,
    "await (await open(path, 'wx', 0o600)).close();",
    ["await (await open(path, 'wx', 0o600)).close(); → ;"],
    'masked: no upload is empty, and only this account can read the folder around the file',
  ),
  ...all(
    STORED,
    'const range = { start: written - start, end: end - start - 1 };',
    ['- → +'],
    'equivalent: a range that ends after the object ends with it; the start is proved by parts that overlap',
  ),
  ...all(
    BLOCKS,
    'if (filled === BLOCK_BYTES) begin();',
    ['filled === BLOCK_BYTES → true'],
    'equivalent for people: how much is written at once',
  ),
  ...all(
    BLOCKS,
    'if (filled === BLOCK_BYTES) await writing;',
    ['filled === BLOCK_BYTES → true'],
    'equivalent for people: it waits where there is room still',
  ),
  ...all(
    BLOCKS,
    'if (flushing || next - flushed < FLUSHED_BYTES) return;',
    ['< → <='],
    'equivalent for people: it is flushed a block later',
  ),
  ...all(
    QUOTA,
    `where owner_id = \${ownerId} and video_id is null and expires_at > now()), 0)`,
    ['> → >='],
    'equivalent for people: one microsecond of ten minutes',
  ),
  ...all(
    UPLOADS,
    "if (length !== undefined && length > limit) throw new DomainError('request.too_large');",
    ['length !== undefined && length > limit → (length > limit)'],
    'equivalent: undefined is not larger than any number',
  ),
  ...all(
    UPLOADS,
    'if (checksum && !(isComplete && hash?.digest().equals(checksum.digest))) {',
    ['isComplete && hash?.digest().equals(checksum.digest) → (hash?.digest().equals(checksum.digest))'],
    'equivalent for people: what has this checksum has arrived completely',
  ),
  ...all(
    UPLOADS,
    "if (!parsed.success || !(await promptExists(db, parsed.data))) throw new DomainError('prompt.missing');",
    ['!parsed.success || !(await promptExists(db, parsed.data)) → (!(await promptExists(db, parsed.data)))'],
    'masked: there is no prompt without a number',
  ),
  ...all(
    UPLOADS,
    `lock = await deps.locks.acquire(\`upload:\${id}\`, { waitMs, ...(onReleaseRequested && { onReleaseRequested }) });`,
    ['onReleaseRequested && { onReleaseRequested } → ({ onReleaseRequested })'],
    'equivalent: nothing is called if it is undefined',
  ),
  ...all(
    UPLOADS,
    'await partialFiles(deps).remove(id);',
    [
      'await partialFiles(deps).remove(id); await re … oredFiles(deps, id); → await removeStoredFiles(deps, id); await part … es(deps).remove(id);',
    ],
    'equivalent: the row is gone, and both are deleted',
  ),
  ...all(
    PUBLISH,
    'if (error instanceof DomainError && PERMANENT_ERRORS.has(error.code)) await deleteUpload(deps, id);',
    ['error instanceof DomainError && PERMANENT_ERRORS.has(error.code) → (PERMANENT_ERRORS.has(error.code))'],
    'equivalent: no other error has one of these codes',
  ),
  ...all(
    PUBLISH,
    'await rm(folder, { recursive: true, force: true });',
    [', force: true → nothing', 'true → false'],
    'equivalent: the folder is there',
  ),
  ...all(
    LOCAL,
    'for (let next = start; next <= end; ) {',
    ['next <= end → true'],
    'equivalent: after the end nothing is read, which ends it too',
  ),
  ...all(
    LOCAL,
    'const buffer = buffers.take(end - start + 1);',
    ['- → +', '+ → -'],
    'equivalent for people: how much memory a short range takes',
  ),
  ...all(
    LOCAL,
    'await file.close();',
    ['await file.close(); → ;'],
    'equivalent for people: Node closes the file later, with a warning in the log',
  ),
  ...all(
    STAGING,
    'if ((await lastChange(folder)) >= before.getTime()) continue;',
    ['>= → >'],
    'equivalent for people: one millisecond of hours',
  ),
  ...all(
    STAGING,
    'await rm(folder, { recursive: true, force: true });',
    [', force: true → nothing', 'true → false'],
    'equivalent for people: a folder that somebody removes in this very moment; the sweep runs again',
  ),
  ...all(
    STORAGE,
    'if (options.code) this.code = options.code;',
    ['options.code → true'],
    'equivalent: undefined is what it was',
  ),
  ...all(
    LOCAL,
    'await mkdir(dirname(target), { recursive: true, mode: 0o700 });',
    [
      'await mkdir(dirname(target), { recursive: tru … syncFile(localPath); → await syncFile(localPath); await mkdir(dirnam … rue, mode: 0o700 });',
    ],
    'equivalent: both are done before the file gets its name',
  ),
  ...all(
    UPLOADS_SQL,
    ".select('id')",
    [".where('id', '=', sql<string>`any(${ids.filte … success)}::uuid[])`) → nothing"],
    'equivalent: whoever asks looks only for these ids in the answer',
  ),
  ...all(
    MEDIA,
    "if (!header || fragments.length === 0) throw new DomainError('video.missing');",
    ['!header || fragments.length === 0 → (fragments.length === 0)'],
    'equivalent: without a header nothing comes after it',
  ),
  ...all(
    GROWING_SQL,
    ".orderBy('seconds', 'desc')",
    [".orderBy('id', 'desc') → nothing"],
    'masked: of two that are equally long, the one that was caught up with is deleted',
  ),
  ...all(GROWING_SQL, 'if (growingId !== null) {', ['growingId !== null → true'], 'equivalent: nothing equals null'),
  ...all(
    CAPTIONS,
    ': version !== null && (await replaceCaptions(tx, videoId, version, captions));',
    [
      'version !== null && (await replaceCaptions(tx …  version, captions)) → ((await replaceCaptions(tx, videoId, version, captions)))',
    ],
    'equivalent: nothing equals null',
  ),
  ...all(
    MEDIA_SQL,
    ".$if(number !== undefined, (query) => query.where('f.number', '=', number ?? 0))",
    [".orderBy('f.number') → nothing"],
    'masked: PostgreSQL reads them by their key, which has this order; only another plan needs the line',
  ),
  ...all(
    GROWING_SQL,
    ".orderBy('id', 'desc')",
    ['.limit(1) → nothing'],
    'masked: the first one is taken, and videos are looked up one at a time with a limit of their own',
  ),
  ...all(
    CAPTIONS_SQL,
    ".orderBy('v.created_at', 'desc')",
    [".orderBy('v.id', 'desc') → nothing"],
    'masked: PostgreSQL reads them by an index that has this order; only another plan needs the line',
  ),
  ...all(
    CAPTIONS_SQL,
    '.set({ ...columns(captions), updated_at: sql`now()` })',
    [".where('video_id', '=', videoId) → nothing"],
    'equivalent: no two captions have the same version',
  ),
  ...all(
    CAPTIONS_SQL,
    "await tx.deleteFrom('captions').where('video_id', '=', videoId).where('version', '=', version).execute();",
    [".where('video_id', '=', videoId) → nothing"],
    'equivalent: no two captions have the same version',
  ),
  ...all(
    CAPTIONS_SQL,
    '.values({ video_id: videoId, failure_code: null })',
    [', failure_code: null → nothing'],
    'equivalent: a column without a value is null',
  ),
];
