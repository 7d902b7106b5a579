import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STEP_NAMES, UploadWorld } from './testing/upload-world.ts';

/**
 * Random stories: people press buttons, requests fail, tabs are reloaded, results arrive late. UploadWorld checks after
 * each event what must always be true. A failure prints its seed and the shortest story; repeat it with FAST_CHECK_SEED.
 */
const seed = Number(process.env.FAST_CHECK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 2_000;

const PHASES = ['connectionLost', 'failed', 'fileNeeded', 'paused', 'promptNeeded', 'publishing', 'sending'];

/** Steps that uploads need to get anywhere happen more often. */
const OFTEN = ['chooses a file', 'upload is created', 'task succeeds', 'bytes arrive', 'stored upload is found'];
const step = fc.constantFrom(...STEP_NAMES, ...OFTEN, ...OFTEN);
const story = fc.array(fc.tuple(step, fc.nat(1000)), { maxLength: 80, size: 'max' });

function tell(steps: [string, number][]): UploadWorld {
  const world = new UploadWorld();
  world.step('logs in', 1);
  for (const [name, n] of steps) world.step(name, n);
  return world;
}

describe(`random stories, seed ${seed}`, () => {
  it('[UP-04] one upload at a time, in order; nothing is lost, nothing published comes back, nothing happens after log-out', () => {
    const phases = new Set<string>();
    fc.assert(
      fc.property(story, (steps) => {
        for (const phase of tell(steps).phases) phases.add(phase);
      }),
      { seed, numRuns: RUNS },
    );
    // The stories reach every phase.
    expect([...phases].sort()).toEqual(PHASES);
  });

  it('[UP-04][UP-07] every upload can be finished from every state', () => {
    let published = 0;
    fc.assert(
      fc.property(story, (steps) => {
        const world = tell(steps);
        const open = [...world.chosen].filter(([, { end }]) => end === null).map(([key]) => key);
        world.finishEverything();
        for (const key of open) expect(world.chosen.get(key)?.end).toBe('published');
        published += open.length;
      }),
      { seed, numRuns: RUNS },
    );
    expect(published).toBeGreaterThan(RUNS / 10);
  });
});
