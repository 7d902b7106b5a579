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

const ROUTES = [
  ...[
    'captions/captions',
    'connections/connections',
    'devices/devices',
    'invitations/invitations',
    'people/people',
    'blocking/blocking',
    'reports/reports',
  ],
  ...['profile/photos', 'profile/profile', 'sharing/sharing', 'short-links/short-links', 'uploads/tus-creation'],
  ...['uploads/tus-receive', 'uploads/tus-state', 'uploads/upload-form', 'uploads/uploads', 'videos/videos'],
  'watching/watching',
].map((path) => `features/${path}.routes`);

export const TARGETS: readonly Target[] = [
  // Who may see a video
  ...group(
    server,
    ['features/visibility/visibility.policy', 'features/visibility/audience.policy'],
    ['features/visibility/visibility', 'features/audience/audience'],
  ),
  // Who may call
  ...group(server, ['platform/route-access'], ['platform/route-access']),
  ...group(server, ['platform/verified-tokens'], ['platform/verified-tokens']),
  ...group(server, ['platform/session-ends'], ['platform/session-ends', 'platform/route-access']),
  ...group(server, ['platform/identity'], ['platform/identity-tokens', 'platform/identity']),
  ...group(server, ['app/build-app'], ['app/rate-limits'], {
    only: /rateLimit|keyGenerator|guard|preHandler|allowList/,
  }),
  ...group(
    server,
    [...ROUTES, 'features/uploads/upload-limits', 'features/uploads/tus-protocol'],
    ['app/rate-limits'],
    {
      only: /rateLimit|_RATE/,
    },
  ),
  // Links
  ...group(server, ['platform/link-code'], ['platform/link-code']),
  ...group(
    server,
    ['features/short-links/short-links.queries', 'features/short-links/short-links.service'],
    ['features/short-links/short-links'],
  ),
  // Mails
  ...group(
    server,
    ['features/mails/mails.policy', 'features/mails/mails.queries', 'features/mails/mails.service'],
    ['features/mails/mails.policy', 'features/mails/mails'],
  ),
  // Programs that read files of people
  ...group(server, ['platform/sandbox', 'platform/ffmpeg/run', 'platform/ffmpeg/tools'], ['platform/sandbox']),
  // Files and their space
  ...group(
    server,
    ['platform/storage/local', 'platform/storage/staging', 'platform/storage/storage'],
    ['platform/storage/local', 'platform/storage/storage'],
    { titles: 'local disk|power|before it gets its name|other accounts' },
  ),
  ...group(server, ['features/uploads/partial-files'], ['features/uploads/partial-files']),
  ...group(
    server,
    ['quota.service', 'quota.queries', 'uploads.service', 'uploads.queries', 'publish-upload.service'].map(
      (name) => `features/uploads/${name}`,
    ),
    ['features/uploads/upload-order', 'features/uploads/tus'],
  ),
  // Accounts, tokens and devices
  ...group(
    identity,
    ['tokens/tokens', 'tokens/userinfo.routes', 'tokens/authorization-codes'],
    ['tokens/token', 'sessions/session-ends'],
  ),
  ...group(identity, ['tokens/token.routes'], ['tokens/token', 'login/login-limits']),
  ...group(identity, ['tokens/key-seal', 'tokens/signing-keys'], ['tokens/signing-keys']),
  ...group(
    identity,
    ['login/login.routes', 'login/login.service', 'login/login-tickets', 'login/credentials'],
    ['login/login'],
  ),
  ...group(identity, ['login/known-devices'], ['login/known-devices']),
  ...group(
    identity,
    ['sessions/sessions', 'sessions/sessions.routes', 'sessions/logout.routes', 'sessions/logout-notices'],
    ['sessions/sessions', 'sessions/session-ends'],
  ),
  ...group(identity, ['rate-limits/network'], ['rate-limits/network']),
  ...group(identity, ['rate-limits/rate-limits'], ['login/login-limits', 'login/known-devices']),
];
