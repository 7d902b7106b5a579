import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { resetFakeServer, startFakeServer, unansweredCalls } from './fake-server.ts';

startFakeServer();
beforeEach(async () => {
  // First, because components may save something when they unmount.
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  resetFakeServer();
});
afterEach(() => {
  expect(unansweredCalls(), 'Calls without an answer').toEqual([]);
});
