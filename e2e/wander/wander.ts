import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import fc from 'fast-check';
import { fakeCameraLaunchOptions } from '../support/browser.ts';
import { Finding, inWords, type Kind, type Setting, type Step, settingInWords, TEXTS, Walk, WEIGHTS } from './walk.ts';
import { makeWorld, ROLES, type Role, type World, wanderFolder } from './world.ts';

/**
 * `npm run wander`: performs random actions on the controls of each screen, with the sample family, until the time is
 * up. Every screen is checked after every step. A finding is reduced to the shortest walk that reproduces it, and saved
 * with a trace and a screenshot. Exits with 1 if there was a finding.
 *
 * --seed N        repeats the walks of a seed; the default is a new seed
 * --minutes N     duration, 10 by default
 * --replay FILE   repeats the steps of a saved walk
 * --verbose       prints a line for each walk
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    replay: { type: 'string' },
    verbose: { type: 'boolean' },
  },
});

const MOST_STEPS = 60;
/** Number of walks after which the installation is restored. */
const WALKS_EACH = 20;
/** Time limit for shortening a walk, in milliseconds. */
const SHRINK_MS = 90_000;

interface SavedWalk {
  setting: Setting;
  steps: { who: string; step: Step }[];
  findings: string[];
}

const seed = Number(options.seed ?? Date.now() % 2 ** 31);
const until = Date.now() + Number(options.minutes) * 60_000;
rmSync(wanderFolder, { recursive: true, force: true });
mkdirSync(wanderFolder, { recursive: true });

const roles = Object.keys(ROLES) as Role[];
const settings: fc.Arbitrary<Setting> = fc.record({
  who: fc.oneof(
    { arbitrary: fc.constant(roles[0] as Role), weight: 3 },
    { arbitrary: fc.constantFrom(...roles), weight: 6 },
  ),
  other: fc.option(fc.constantFrom('Odalie, who owns videos' as Role, 'Corvin, her grandson' as Role), { freq: 2 }),
  width: fc.constantFrom(1280 as const, 820 as const, 360 as const),
  scheme: fc.constantFrom('light' as const, 'dark' as const),
  isLargeText: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
  clockDays: fc.oneof(
    { arbitrary: fc.constant(0 as const), weight: 6 },
    { arbitrary: fc.constantFrom(-1 as const, 1 as const), weight: 1 },
  ),
});
const kinds = fc.oneof(
  ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ arbitrary: fc.constant(kind as Kind), weight })),
);
const steps = fc
  .record({ kind: kinds, number: fc.nat(), text: fc.constantFrom(...TEXTS) })
  .map(({ kind, number, text }) => new RandomStep(kind, number, text));
const walks = fc.commands([steps], { maxCommands: MOST_STEPS, size: 'max' });

async function wander(browser: Browser, world: World): Promise<number> {
  console.log(`Seed ${seed}, ${options.minutes} minutes.`);
  const known = new Set<string>();
  const pressed = new Map<string, number>();
  const totals = { walks: 0, steps: 0 };
  let found = 0;
  for (let round = 0; Date.now() < until; round += 1) {
    let shortest: { walk: SavedWalk; folder: string } | null = null;
    let unexpected: Error | null = null;
    let shrinkUntil = Number.POSITIVE_INFINITY;
    await fc.check(
      fc.asyncProperty(settings, walks, async (setting, commands) => {
        if (unexpected) return;
        if (Date.now() > Math.min(shrinkUntil, shortest ? Number.POSITIVE_INFINITY : until)) return;
        const walk = new Walk(browser, world, setting, shortest ? new Map() : pressed);
        let finding: Finding | null = null;
        try {
          // A new walk continues on the data of the previous one, which is fast. A shortened walk must be repeatable,
          // so it starts with restored data.
          if (shortest || totals.walks % WALKS_EACH === 0) await world.restore();
          await walk.begin({ isTraced: shortest !== null });
          await fc.asyncModelRun(() => ({ model: {}, real: walk }), commands);
        } catch (error) {
          if (!(error instanceof Finding)) {
            unexpected = error as Error;
            return;
          }
          const lines = error.message.split('\n').filter((line) => !known.has(signature(line)));
          if (lines.length > 0) finding = new Finding(lines.join('\n'));
        }
        if (options.verbose)
          console.log(`${walk.steps.length} steps, ${Math.round((until - Date.now()) / 1000)} s left`);
        totals.walks += 1;
        totals.steps += walk.steps.length;
        const folder = finding ? join(wanderFolder, String(found + 1)) : null;
        const isShorter = finding && (!shortest || walk.steps.length <= shortest.walk.steps.length);
        if (folder && isShorter) mkdirSync(folder, { recursive: true });
        await walk.end(isShorter ? folder : null);
        if (!finding || !folder) return;
        if (shrinkUntil === Number.POSITIVE_INFINITY) shrinkUntil = Date.now() + SHRINK_MS;
        if (isShorter)
          shortest = { walk: { setting, steps: walk.steps, findings: finding.message.split('\n') }, folder };
        throw finding;
      }),
      { seed: seed + round, numRuns: 1, endOnFailure: false },
    );
    if (unexpected) throw unexpected;
    if (!shortest) continue;
    found += 1;
    const { walk, folder } = shortest as { walk: SavedWalk; folder: string };
    writeFileSync(join(folder, 'walk.json'), `${JSON.stringify(walk, null, 2)}\n`);
    for (const line of walk.findings) known.add(signature(line));
    print(walk, folder);
  }
  console.log(`\n${totals.walks} walks, ${totals.steps} steps, ${found} findings. Seed ${seed}.`);
  return found;
}

async function replay(browser: Browser, world: World, file: string): Promise<number> {
  const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedWalk;
  await world.restore();
  const walk = new Walk(browser, world, saved.setting);
  const folder = join(wanderFolder, 'replay');
  mkdirSync(folder, { recursive: true });
  try {
    await walk.begin({ isTraced: true });
    for (const { step } of saved.steps) {
      console.log(`  ${inWords(step)}`);
      await walk.take(step);
    }
    console.log('No findings.');
    return 0;
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    console.log(error.message);
    return 1;
  } finally {
    await walk.end(folder);
  }
}

/** A step that is decided when it is executed, from random numbers. */
class RandomStep implements fc.AsyncCommand<object, Walk> {
  private words = '';
  private readonly kind: Kind;
  private readonly number: number;
  private readonly text: string;

  constructor(kind: Kind, number: number, text: string) {
    this.kind = kind;
    this.number = number;
    this.text = text;
  }

  check = () => true;

  async run(_model: object, walk: Walk): Promise<void> {
    const step: Step | null = await walk.decide(this.kind, this.number, this.text);
    this.words = step ? inWords(step) : 'nothing to do';
    if (step) await walk.take(step);
  }

  toString = () => this.words;
}

function print({ setting, steps, findings }: SavedWalk, folder: string): void {
  console.log(`\nFound: ${findings.join('\n       ')}`);
  console.log(`as ${settingInWords(setting)}:`);
  for (const { step } of steps) console.log(`  ${inWords(step)}`);
  console.log(`Replay: npm run wander -- --replay ${join(folder, 'walk.json')}`);
}

/** Identifies equal findings: replaces ids and numbers. */
function signature(line: string): string {
  return line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '0').slice(0, 160);
}

console.log('Creating the sample family ...');
const world = await makeWorld();
const browser = await chromium.launch(fakeCameraLaunchOptions);
try {
  const count = options.replay ? await replay(browser, world, options.replay) : await wander(browser, world);
  process.exitCode = count === 0 ? 0 : 1;
} finally {
  await browser.close();
  await world.kinreel.remove();
}
