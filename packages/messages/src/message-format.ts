import { createRequire } from 'node:module';

type Core = typeof import('@messageformat/core');

const require = createRequire(import.meta.url);

/** The ICU compiler. Its packages are CommonJS whose types name a default export that Node.js does not see. */
export const MessageFormat: Core['default'] = require('@messageformat/core');

export const compileModule: typeof import('@messageformat/core/lib/compile-module.js')['default'] = require('@messageformat/core/compile-module.js');
