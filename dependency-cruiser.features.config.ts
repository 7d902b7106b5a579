import type { IConfiguration } from 'dependency-cruiser';
import base from './dependency-cruiser.config.ts';

/**
 * The features of the server form no cycle, even if no module does: two features that need each other are one, or need
 * a third. Tests may combine features, so they are left out, which takes a run of its own.
 */
const config: IConfiguration = {
  forbidden: [
    {
      name: 'server-features-no-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/server/src/features/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...base.options, exclude: { path: '[.]test[.]ts$' } },
};

export default config;
