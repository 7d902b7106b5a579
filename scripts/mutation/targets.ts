/** Files that decide who gets in, and what limits or saves things: each with the tests that must notice every change. */
export interface Target {
  /** Path from the project's folder. */
  file: string;
  /** Test files, the fastest first. */
  tests: string[];
  /** Only tests whose title matches. */
  titles?: string;
  /** Only changes of code that matches: for files that do more than decide. */
  only?: RegExp;
}

const server = (path: string) => `apps/server/src/${path}`;
const identity = (path: string) => `apps/identity/src/${path}`;

/** Files of one folder that the same tests judge. */
function group(at: (path: string) => string, files: string[], tests: string[], more: Partial<Target> = {}): Target[] {
  return files.map((file) => ({ file: at(`${file}.ts`), tests: tests.map((test) => at(`${test}.test.ts`)), ...more }));
}

/** The service and the queries of a feature, judged by its tests. */
function feature(name: string, parts: string[], tests = [`${name}/${name}`]): Target[] {
  return group(
    server,
    parts.map((part) => `features/${name}/${part}`),
    tests.map((test) => `features/${test}`),
  );
}

/** Routes with a limit of their own. */
const LIMITED_ROUTES = [
  'account/account',
  'archives/archives',
  'blocking/blocking',
  'captions/captions',
  'connections/connections',
  'devices/devices',
  'invitations/invitations',
  'people/people',
  'profile/profile',
  'registration/registration',
  'reports/reports',
  'sharing/sharing',
  'short-links/short-links',
  'site-owners/site-owners',
  'stewards/steward-rules',
  'stewards/stewards',
  'trimming/trimming',
  'uploads/tus-creation',
  'uploads/tus-state',
  'uploads/uploads',
  'videos/videos',
  'watching/watching',
].map((path) => `features/${path}.routes`);

/** Those that take files too, which may last longer than other bodies. */
const FILE_ROUTES = ['profile/photos', 'uploads/tus-receive', 'uploads/upload-form'].map(
  (path) => `features/${path}.routes`,
);

/** The most important first: a run that is interrupted has done those. */
export const TARGETS: readonly Target[] = [
  // Small and quick
  ...group(server, ['platform/link-code'], ['platform/link-code']),
  ...group(server, ['platform/verified-tokens'], ['platform/verified-tokens']),
  ...group(identity, ['rate-limits/network'], ['rate-limits/network']),
  ...group(identity, ['tokens/key-seal'], ['tokens/signing-keys'], { titles: 'decrypts a key|stores private keys' }),
  // Who may call
  ...group(
    server,
    ['platform/route-access', 'platform/callers'],
    ['platform/route-access', 'features/stewards/stewards'],
  ),
  ...group(server, ['platform/session-ends'], ['platform/session-ends', 'platform/route-access']),
  ...group(server, ['platform/identity'], ['platform/identity-tokens', 'platform/identity']),
  ...group(server, ['platform/identity-keys'], ['platform/identity-keys']),
  ...group(server, ['platform/open-responses'], ['platform/open-responses']),
  // Who may see a video
  ...group(
    server,
    ['features/visibility/visibility.policy'],
    [
      'features/visibility/visibility',
      'features/opening/opening',
      'features/audience/audience',
      'features/videos/videos',
    ],
  ),
  ...group(
    server,
    ['sign-of-life.service', 'look-after.queries', 'stewards.service', 'steward-rules.queries'].map(
      (file) => `features/stewards/${file}`,
    ),
    ['features/stewards/stewards'],
  ),
  ...group(
    server,
    ['features/visibility/audience.policy'],
    ['features/visibility/visibility', 'features/audience/audience'],
  ),
  ...group(
    server,
    ['features/visibility/blocking.policy'],
    ['features/visibility/visibility', 'features/blocking/blocking'],
  ),
  // Links and who may register
  ...feature('short-links', ['short-links.queries', 'short-links.service']),
  ...group(
    server,
    [
      'features/registration/registration.policy',
      'features/registration/registration.queries',
      'features/registration/registration.service',
    ],
    ['features/registration/registration'],
  ),
  ...feature(
    'site-owners',
    ['site-owners.queries', 'site-owners.service'],
    ['registration/registration', 'administration/administration'],
  ),
  ...feature('profile', ['profile.policy'], ['profile/profile']),
  // Accounts, tokens and devices
  ...group(identity, ['tokens/tokens'], ['tokens/token', 'sessions/session-ends', 'account/account']),
  ...group(
    identity,
    ['tokens/userinfo.routes', 'tokens/authorization-codes'],
    ['tokens/token', 'sessions/session-ends'],
  ),
  ...group(identity, ['tokens/token.routes'], ['tokens/token', 'login/login-limits']),
  ...group(identity, ['tokens/signing-keys'], ['tokens/signing-keys']),
  ...group(
    identity,
    ['sessions/sessions', 'sessions/sessions.routes', 'sessions/logout.routes', 'sessions/logout-notices'],
    ['sessions/sessions', 'sessions/session-ends', 'account/account'],
  ),
  ...group(
    identity,
    ['login/login.routes', 'login/login.service'],
    ['login/login', 'login/login-limits', 'login/known-devices'],
  ),
  ...group(identity, ['login/login-tickets'], ['login/login', 'password-reset/password-reset']),
  ...group(identity, ['login/credentials'], ['login/login', 'signup/signup']),
  ...group(identity, ['login/known-devices'], ['login/known-devices']),
  ...group(
    identity,
    ['rate-limits/rate-limits'],
    ['login/login-limits', 'login/known-devices', 'password-reset/password-reset'],
  ),
  ...group(identity, ['authorize/authorize-request'], ['authorize/authorize', 'login/login', 'tokens/token']),
  ...group(
    identity,
    ['password-reset/password-reset.service'],
    ['password-reset/password-reset', 'sessions/session-ends'],
  ),
  ...group(identity, ['verification/verification.service'], ['verification/verification']),
  ...group(identity, ['signup/admission'], ['signup/signup']),
  ...group(identity, ['signup/signup.routes'], ['signup/signup', 'account/account']),
  ...group(
    identity,
    ['account/require-password', 'account/password-change.service', 'account/address-change.service'],
    ['account/account'],
  ),
  // People and what is between them
  ...feature('connections', ['connections.service', 'connections.queries']),
  ...feature('sharing', ['sharing.service', 'sharing.queries']),
  ...feature('blocking', ['blocking.service', 'blocking.queries']),
  ...feature(
    'invitations',
    ['invitations.service', 'invitations.queries'],
    ['invitations/invitations', 'opening/opening', 'profile/verified-address'],
  ),
  ...feature('invitations', ['site-invitations.service', 'site-invitations.queries'], ['registration/registration']),
  ...feature('opening', ['opening.service', 'opening.queries']),
  ...feature('trimming', ['trimming.service', 'trimming.queries']),
  ...group(server, ['features/videos/trim.policy'], ['features/trimming/trimming']),
  ...group(server, ['features/captions/trimmed-cues.policy'], ['features/captions/trimmed-cues.policy']),
  ...feature('stewards', ['stewards.queries', 'look-after.service', 'steward-rules.service']),
  // Files and their space
  ...group(
    server,
    ['partial-files', 'stored-partial-files', 'received-bytes'].map((name) => `features/uploads/${name}`),
    ['features/uploads/partial-files'],
  ),
  ...group(
    server,
    ['features/uploads/block-writer'],
    ['features/uploads/block-writer', 'features/uploads/partial-files'],
  ),
  ...group(server, ['platform/running-hashes'], ['platform/running-hashes']),
  ...group(
    server,
    ['platform/storage/local', 'platform/storage/staging', 'platform/storage/storage'],
    ['platform/storage/local', 'platform/storage/storage'],
    { titles: 'local disk|power|before it gets its name|other accounts' },
  ),
  ...feature(
    'uploads',
    ['quota.service', 'quota.queries', 'uploads.service', 'uploads.queries', 'publish-upload.service'],
    ['uploads/upload-order', 'uploads/tus', 'uploads/early-work'],
  ),
  // Accounts that end
  ...feature('account', ['account.service', 'delete-account.service', 'account.queries']),
  ...feature(
    'administration',
    ['administration.service', 'administration.queries'],
    ['administration/administration', 'account/account'],
  ),
  ...feature('devices', ['devices.service']),
  // Limits
  ...group(server, ['app/build-app'], ['app/rate-limits', 'app/body-deadlines', 'app/page-cursors'], {
    only: /rateLimit|keyGenerator|guard|preHandler|allowList/,
  }),
  ...group(server, ['app/content-security-policy'], ['app/content-security-policy']),
  ...group(
    server,
    [...LIMITED_ROUTES, 'features/uploads/upload-limits', 'features/uploads/tus-protocol'],
    ['app/rate-limits'],
    { only: /rateLimit|_RATE/ },
  ),
  ...group(server, FILE_ROUTES, ['app/rate-limits', 'app/body-deadlines'], { only: /rateLimit|_RATE/ }),
  // Mails
  ...feature('mails', ['mails.policy', 'mails.queries', 'mails.service'], ['mails/mails.policy', 'mails/mails']),
  ...feature('jobs', ['jobs.service'], ['jobs/jobs']),
  ...group(server, ['platform/failed-jobs'], ['features/jobs/jobs']),
  ...feature('profile', ['verified-address.service'], ['profile/verified-address']),
  // Programs that read files of people
  ...group(server, ['platform/sandbox', 'platform/ffmpeg/tools'], ['platform/sandbox']),
  ...group(server, ['platform/ffmpeg/run'], ['platform/sandbox', 'platform/ffmpeg/run']),
  // What is read and written besides
  ...group(server, ['platform/byte-range'], ['platform/byte-range']),
  ...group(server, ['platform/gate'], ['platform/gate']),
  ...group(server, ['platform/paging'], ['app/page-cursors']),
  ...feature('media', ['media.service', 'media.queries']),
  ...feature('videos', ['growing-videos.service', 'growing-videos.queries'], ['media/growing-videos']),
  ...feature('watching', ['watching.policy'], ['watching/watching.policy']),
  ...feature('watching', ['watching.service', 'watching.queries']),
  ...feature('activity', ['activity.service', 'activity.queries']),
  ...feature('reports', ['reports.service', 'reports.queries']),
  ...feature('people', ['people.service', 'people.queries'], ['people/people', 'people/people-replica']),
  ...group(server, ['platform/db/replica'], ['features/people/people-replica']),
  ...feature('notifications', ['notifications.service', 'notifications.queries']),
  ...feature('captions', ['captions.service', 'captions.queries']),
  ...feature(
    'archives',
    ['archives.service', 'archives.queries', 'kept-videos.queries'],
    ['archives/archives', 'stewards/stewards', 'account/account', 'jobs/jobs'],
  ),
];
