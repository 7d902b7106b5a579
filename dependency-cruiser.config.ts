import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The direction of imports (docs/ARCHITECTURE.md), by folder and file name, for every feature alike. Type imports and
 * dynamic imports count like any other.
 */

/** Tests and the code that only tests use. */
const TEST_CODE =
  '[.](test|spec)[.]tsx?$|[.]test-suite[.]ts$|-test-(files|process)[.]ts$|/src/testing[.]ts$|/(testing|conformance|fixtures)/|^packages/fuzzing/|^e2e/';

/** Files that start something: a process, a page, a worker thread, the build. Nothing imports them. */
const ENTRY_POINTS = [
  '^apps/server/src/(api|worker|main|kinreel)[.]ts$',
  '^apps/identity/src/main[.]ts$',
  '^apps/web/src/main[.]tsx$',
  '[.](worker|process)[.]ts$',
  '^packages/embedded-postgres/src/watchdog[.]ts$',
  '^apps/web/vite[.]config[.]ts$',
  // The build reads each catalogue of messages by its file name, and the server each migration.
  '^packages/messages/src/en/',
  '^apps/server/src/platform/db/migrations/',
].join('|');

/** Files that start tests and tools. */
const TEST_ENTRY_POINTS = [
  '[.](test|spec)[.]tsx?$',
  '[.]config[.]ts$',
  '/(global|component|unit)-setup[.]ts$',
  '-test-process[.]ts$',
  '/fixtures/',
  '/testing/[a-z0-9-]+-process[.]ts$',
  '^(scripts|bench|deploy)/',
  '^e2e/(gallery|transcript|wander/wander)[.]ts$',
  '^e2e/wander[.]mjs$',
].join('|');

/** The roles in a server feature's file names, such as videos.policy.ts. */
const BELOW_SERVICE = '[.](policy|queries|table|presenter)[.]ts$';

/** What one server feature may use of another. */
const PUBLIC_ROLES = '[.](service|policy|presenter|table|job-definition)[.]ts$|/video-lifecycle[.]ts$';

const forbidden: IForbiddenRuleType[] = [
  // In every workspace.
  {
    name: 'no-cycles',
    comment: 'Modules that import each other cannot be understood or changed alone. Move what both need to a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolved',
    comment: 'The imported file or package does not exist. (Modules named virtual: are made by the build.)',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'no-undeclared-package',
    comment: 'Add the package to the package.json of the workspace that imports it.',
    from: { path: '^(apps|packages)/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-unused-module',
    comment: 'No entry point reaches this module. Delete it, or import it where it belongs.',
    from: { path: ENTRY_POINTS },
    to: {
      path: '^(apps|packages)/[^/]+/src/',
      pathNot: `${ENTRY_POINTS}|${TEST_CODE}|[.]d[.]ts$|^apps/web/src/shared/i18n/rich-text`,
      reachable: false,
    },
  },
  {
    name: 'no-unused-test-code',
    comment: 'No test or tool reaches this module. Delete it.',
    from: { path: TEST_ENTRY_POINTS },
    to: { path: TEST_CODE, pathNot: TEST_ENTRY_POINTS, reachable: false },
  },
  {
    name: 'no-test-code-in-production',
    comment: 'Only tests import test code.',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST_CODE },
    to: { path: TEST_CODE },
  },
  {
    name: 'workspace-by-package-name',
    comment: 'Import another workspace by its package name, so that its exports decide what is public.',
    from: { path: '^(apps|packages)/([^/]+)/src/', pathNot: TEST_CODE },
    to: { path: '^(apps|packages)/', pathNot: '^$1/$2/', dependencyTypesNot: ['aliased-workspace'] },
  },
  {
    name: 'no-import-of-own-package',
    comment: 'Import files of the same workspace by their path, so that the rules below see where they are.',
    from: { path: '^(apps|packages)/([^/]+)/' },
    to: { path: '^$1/$2/', dependencyTypes: ['aliased'] },
  },
  {
    name: 'environment-from-configuration',
    comment: 'Only configuration reads the environment (process.env itself is covered by the linter).',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST_CODE },
    to: { path: '^(node:)?process$' },
  },

  {
    name: 'journeys-assert',
    comment: 'Use test and expect of e2e/support/asserting-test.ts, in which a test without an assertion fails.',
    from: {
      path: '^e2e/.*[.]ts$',
      pathNot:
        '^e2e/(support/asserting-test|playwright[.]config|gallery|transcript|wander/wander|recording[.]spec|first-week[.]spec|answer-links[.]spec)[.]ts$',
    },
    to: { path: 'node_modules/@playwright/test/', dependencyTypesNot: ['type-only'] },
  },

  // The web app: entry -> app -> features -> shared -> contracts.
  {
    name: 'web-shared-knows-no-feature',
    from: { path: '^apps/web/src/shared/', pathNot: TEST_CODE },
    to: { path: '^apps/web/src/(features/|app/|[^/]+$)' },
  },
  {
    name: 'web-feature-knows-no-page',
    from: { path: '^apps/web/src/features/', pathNot: TEST_CODE },
    to: { path: '^apps/web/src/(app/|[^/]+$)' },
  },
  {
    name: 'web-app-knows-no-entry',
    from: { path: '^apps/web/src/app/', pathNot: TEST_CODE },
    to: { path: '^apps/web/src/[^/]+$' },
  },
  {
    name: 'web-features-apart',
    comment: 'Features never import each other; pages in app compose them.',
    from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TEST_CODE },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'web-knows-contracts-only',
    comment: 'Of the other workspaces the browser may use the contracts, the messages and the brand only.',
    from: { path: '^apps/web/src/', pathNot: TEST_CODE },
    to: { path: '^(apps|packages)/', pathNot: '^(apps/web|packages/(contracts|messages|brand))/' },
  },
  {
    name: 'web-small-packages',
    comment: 'For the size of the first load: zod/mini instead of zod, and Material UI by path.',
    from: { path: '^apps/web/src/', pathNot: TEST_CODE },
    to: { path: 'node_modules/(zod/(index|v4/index|v4/classic/.*)|@mui/(material|icons-material)/(esm/)?index)[.]' },
  },

  // The server: entry -> app -> features -> platform.
  {
    name: 'server-platform-knows-no-feature',
    from: { path: '^apps/server/src/platform/', pathNot: TEST_CODE },
    to: { path: '^apps/server/src/(features/|app/|[^/]+$)' },
  },
  {
    name: 'server-feature-knows-no-app',
    from: { path: '^apps/server/src/features/', pathNot: TEST_CODE },
    to: { path: '^apps/server/src/(app/|[^/]+$)' },
  },
  {
    name: 'server-app-knows-no-entry',
    from: { path: '^apps/server/src/app/', pathNot: TEST_CODE },
    to: { path: '^apps/server/src/[^/]+$' },
  },
  {
    name: 'server-features-by-public-roles',
    comment:
      "Of another feature only its service, policy, presenter, table, lifecycle or a job's definition may be used.",
    from: { path: '^apps/server/src/features/([^/]+)/', pathNot: TEST_CODE },
    to: { path: '^apps/server/src/features/', pathNot: `^apps/server/src/features/$1/|${PUBLIC_ROLES}` },
  },
  {
    name: 'server-service-below-routes',
    comment: 'routes and jobs -> service -> policy, queries.',
    from: { path: '^apps/server/src/features/.*[.]service[.]ts$' },
    to: { path: '^apps/server/src/features/.*[.](routes|jobs)[.]ts$' },
  },
  {
    name: 'server-queries-below-service',
    comment: 'routes and jobs -> service -> policy, queries.',
    from: { path: `^apps/server/src/features/.*${BELOW_SERVICE}` },
    to: { path: '^apps/server/src/features/.*[.](routes|jobs|service)[.]ts$' },
  },
  {
    name: 'server-jobs-know-no-routes',
    from: { path: '^apps/server/src/features/.*[.](jobs|job-definition)[.]ts$' },
    to: { path: '^apps/server/src/features/.*[.]routes[.]ts$' },
  },
  {
    name: 'server-pictures-apart',
    comment: 'Pictures are decoded in a process of their own (docs/decisions/0016-decoding-pictures.md).',
    from: { path: '^apps/server/src/', pathNot: `${TEST_CODE}|/pictures/decode-picture[.]process[.]ts$` },
    to: { path: 'node_modules/(sharp|@img)/' },
  },
  {
    name: 'server-http-in-routes',
    comment: 'Only routes, app and the helpers of routes in platform know HTTP.',
    from: {
      path: '^apps/server/src/(features|platform)/',
      pathNot: `${TEST_CODE}|[.]routes[.]ts$|^apps/server/src/platform/(auth/route-access|http/paging|http/send-stored-object|pictures/sent-pictures)[.]ts$`,
    },
    to: { path: 'node_modules/(fastify|@fastify)/' },
  },

  // The identity service and the packages.
  {
    name: 'identity-by-protocol',
    comment: 'The identity service is reached by its protocol only. The server starts it and forwards to it.',
    from: { path: '^apps/server/src/(features|platform)/', pathNot: TEST_CODE },
    to: { path: '^apps/identity/' },
  },
  {
    name: 'identity-knows-no-kinreel',
    comment: 'Only what an email address is must be the same in both.',
    from: { path: '^apps/identity/' },
    to: { path: '^(apps/(server|web)|packages/contracts)/', pathNot: '^packages/contracts/src/email[.]ts$' },
  },
  {
    name: 'messages-know-nobody',
    comment: 'The contracts and all apps take their texts from here.',
    from: { path: '^packages/messages/' },
    to: { path: '^(apps|packages)/', pathNot: '^packages/messages/' },
  },
  {
    name: 'packages-know-no-app',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'contracts-use-zod-and-messages',
    from: { path: '^packages/contracts/', pathNot: '[.]test[.]ts$|[.]config[.]ts$' },
    to: { pathNot: '^packages/(contracts|messages)/|^packages/brand/src/name[.]ts$|node_modules/zod/(v4/)?mini/' },
  },
];

const config: IConfiguration = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // The compiler that parses TypeScript here is version 6 (the package `typescript`): 7 has no programming interface.
    parser: 'tsc',
    tsPreCompilationDeps: true,
    // A workspace may use the tools that the root package.json declares, such as vitest.
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps/web/dist|test-results)/' },
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};

export default config;
