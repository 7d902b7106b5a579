import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STEP_NAMES, UploadWorld } from './testing/upload-world.ts';

/**
 * Random event sequences: button presses, failed requests, reloads, late results. UploadWorld checks the invariants
 * after each event. A failure prints its seed and the shortest sequence. Repeat it with FAST_CHECK_SEED.
 */
const seed = Number(process.env.FAST_CHECK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 2_000;

const PHASES = ['connectionLost', 'failed', 'fileNeeded', 'paused', 'promptNeeded', 'publishing', 'sending'];

/** Steps that uploads need to make progress are more frequent. */
const OFTEN = ['chooses a file', 'upload is created', 'task succeeds', 'bytes arrive', 'stored upload is found'];
const step = fc.constantFrom(...STEP_NAMES, ...OFTEN, ...OFTEN);
const sequence = fc.array(fc.tuple(step, fc.nat(1000)), { maxLength: 80, size: 'max' });

function execute(steps: [string, number][]): UploadWorld {
  const world = new UploadWorld();
  world.step('logs in', 1);
  for (const [name, n] of steps) world.step(name, n);
  return world;
}

describe(`random sequences, seed ${seed}`, () => {
  it('[UP-04] keep one upload active at a time, in order; lose nothing, restore nothing published, and do nothing after a logout', () => {
    const phases = new Set<string>();
    fc.assert(
      fc.property(sequence, (steps) => {
        for (const phase of execute(steps).phases) phases.add(phase);
      }),
      { seed, numRuns: RUNS },
    );
    // The sequences reach every phase.
    expect([...phases].sort()).toEqual(PHASES);
  });

  it('[UP-04][UP-07] can finish every upload from every state', () => {
    let published = 0;
    fc.assert(
      fc.property(sequence, (steps) => {
        const world = execute(steps);
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
