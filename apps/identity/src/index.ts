export { buildIdentity, type IdentityDeps } from './app.ts';
export { ConfigError, type IdentityConfig, type Limit, type LimitsConfig, loadConfig } from './config.ts';
