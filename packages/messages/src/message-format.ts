import { createRequire } from 'node:module';

type Core = typeof import('@messageformat/core');

const require = createRequire(import.meta.url);

/** The ICU compiler. It is CommonJS, and its types declare a default export that Node.js does not provide. */
export const MessageFormat: Core['default'] = require('@messageformat/core');

export const compileModule: typeof import('@messageformat/core/lib/compile-module.js')['default'] = require('@messageformat/core/compile-module.js');
