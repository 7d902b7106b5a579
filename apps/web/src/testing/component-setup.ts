import { afterEach, beforeEach, expect } from 'vitest';
import { resetFakeServer, startFakeServer, unansweredCalls } from './fake-server.ts';

startFakeServer();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetFakeServer();
});
afterEach(() => {
  expect(unansweredCalls(), 'Calls without an answer').toEqual([]);
});
