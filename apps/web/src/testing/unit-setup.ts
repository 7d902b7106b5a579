import { vi } from 'vitest';

// The test files of a worker share its process, because starting one per file costs more than the tests. Modules and
// globals that a file replaces must not reach the next file.
vi.resetModules();
vi.unstubAllGlobals();
