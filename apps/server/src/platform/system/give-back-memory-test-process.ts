import { setTimeout as delay } from 'node:timers/promises';
import { giveBackMemory } from './give-back-memory.ts';

/** Makes garbage that V8 would keep, and then says its memory in MiB again and again. */
giveBackMemory({ lookEveryMs: 100 });
for (let round = 0; round < 12; round += 1) {
  Array.from({ length: 200_000 }, (_, number) => ({ number, text: `${number}` }));
  await delay(1);
}
for (;;) {
  process.send?.(Math.round(process.memoryUsage.rss() / 1024 ** 2));
  await delay(100);
}
