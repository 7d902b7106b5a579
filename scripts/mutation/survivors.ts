/** A change that no test notices, and why that is right. */
export interface Survivor {
  file: string;
  /** The line and the change, as the report has them. */
  code: string;
  change: string;
  /** `equivalent: …` if nobody could tell the difference, `masked: …` if a second guard does the same. */
  reason: string;
}

const PARTIAL = 'apps/server/src/features/uploads/partial-files.ts';
const SANDBOX = 'apps/server/src/platform/sandbox.ts';
const ACCESS = 'apps/server/src/platform/route-access.ts';
const IDENTITY = 'apps/server/src/platform/identity.ts';

export const SURVIVORS: readonly Survivor[] = [
  {
    file: PARTIAL,
    code: 'source.unpipe(received);',
    change: 'source.unpipe(received); → ;',
    reason: 'masked: it is called when the source ends and at the end, and once is enough',
  },
  {
    file: PARTIAL,
    code: 'finished(source, { writable: false }, (error) => {',
    change: 'writable: false → nothing',
    reason: 'equivalent: requests can only be read',
  },
  {
    file: PARTIAL,
    code: 'finished(source, { writable: false }, (error) => {',
    change: 'false → true',
    reason: 'equivalent: requests can only be read',
  },
  {
    file: PARTIAL,
    code: "stop.removeEventListener('abort', close);",
    change: "stop.removeEventListener('abort', close); → ;",
    reason: 'equivalent: frees memory earlier; the signal lives as long as the request',
  },
  {
    file: PARTIAL,
    code: 'await file.close();',
    change: 'await file.close(); → ;',
    reason: 'equivalent for people: Node closes the file later, with a warning in the log',
  },
  {
    file: SANDBOX,
    code: 'return program && (await output(program, [...args, ...probe])) ? program : null;',
    change: 'program && (await output(program, [...args, ...probe])) → ((await output(program, [...args, ...probe])))',
    reason: 'equivalent: a program that was not found has no output',
  },
  {
    file: ACCESS,
    code: "app.decorateRequest('caller', null);",
    change: "app.decorateRequest('caller', null); → ;",
    reason: 'equivalent: declares the property for speed; whoever reads it expects none',
  },
  {
    file: ACCESS,
    code: "const access = request.routeOptions.config.access ?? (url && GUARDED.test(url) ? 'user' : 'public');",
    change: 'url && GUARDED.test(url) → (GUARDED.test(url))',
    reason: 'equivalent: the pattern does not match the word undefined',
  },
  {
    file: ACCESS,
    code: 'const session = cookie ? await readMediaCookie(deps.mediaKey, cookie) : null;',
    change:
      'cookie ? await readMediaCookie(deps.mediaKey, cookie) : null → (await readMediaCookie(deps.mediaKey, cookie))',
    reason: 'equivalent: no cookie is not a valid one',
  },
  {
    file: ACCESS,
    code: "if (!session || !row || row.ended) throw new DomainError('session.required');",
    change: '!session || !row || row.ended → (!row || row.ended)',
    reason: 'equivalent: without a session no row is read',
  },
  {
    file: ACCESS,
    code: "requiredClaims: ['exp', 'sub'],",
    change: ", 'sub' → nothing",
    reason: 'masked: without an id no person is found',
  },
  ...['!token', '!claims'].map((left) => ({
    file: ACCESS,
    code: "if (!claims || !token) throw new DomainError('session.required');",
    change: `!claims || !token → (${left})`,
    reason: 'equivalent: a caller has both or neither',
  })),
  {
    file: IDENTITY,
    code: 'timeoutDuration: 5_000,',
    change: 'timeoutDuration: 5_000, → nothing',
    reason: 'equivalent: it is the default of jose, written down',
  },
];
