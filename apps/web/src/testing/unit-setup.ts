import { vi } from 'vitest';

// Test files of a worker share one process, because starting one per file takes longer than the tests. Reset modules
// and globals that a file has replaced.
vi.resetModules();
vi.unstubAllGlobals();
