import { setTimeout as delay } from 'node:timers/promises';
import { releaseMemory } from './release-memory.ts';

/** Creates garbage that V8 would keep, and prints its memory in MiB repeatedly. */
releaseMemory({ checkEveryMs: 100 });
for (let round = 0; round < 12; round += 1) {
  Array.from({ length: 200_000 }, (_, number) => ({ number, text: `${number}` }));
  await delay(1);
}
for (;;) {
  process.send?.(Math.round(process.memoryUsage.rss() / 1024 ** 2));
  await delay(100);
}
