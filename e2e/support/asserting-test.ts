import { test as base, expect as baseExpect } from '@playwright/test';

let assertions = 0;

/** Playwright's `test`, which also fails if a test calls no `expect`. */
export const test = base.extend<{ mustAssert: undefined }>({
  mustAssert: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures' names from the pattern
    async ({}, use, info) => {
      assertions = 0;
      await use(undefined);
      if (info.status === 'passed' && assertions === 0)
        throw new Error('This test calls no expect, so it proves nothing.');
    },
    { auto: true },
  ],
});

/** Playwright's `expect`, which counts its calls. A worker runs one test at a time. */
export const expect = new Proxy(baseExpect, {
  apply(target, self, args) {
    assertions += 1;
    return Reflect.apply(target, self, args);
  },
  get(target, name, receiver) {
    if (name === 'poll' || name === 'soft') assertions += 1;
    return Reflect.get(target, name, receiver);
  },
});
