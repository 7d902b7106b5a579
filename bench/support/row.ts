import type { Repetition } from './measure.ts';
import type { World } from './world.ts';

/** Unit of a row. For times less is better, for everything else more. */
export type Unit = 'ms' | 's' | '/s' | 'MiB/s';

/** `ratio`: Kinreel's figure divided by the limit. `value`: Kinreel's figure. */
export type Goal = { ratio: number } | { value: number } | null;

/** A row of the table: work of Kinreel, and the most that this machine can do. */
export interface Row {
  /** Name of the work in the table. `--only` searches it. */
  name: string;
  /** What Kinreel is compared with. */
  limit: string;
  unit: Unit;
  goal: Goal;
  /** How many times Kinreel and the limit are measured, if not the default. */
  repetitions?: number;
  prepare(world: World): Promise<Trial>;
}

/** A prepared row. Both functions measure once and can be called repeatedly. */
export interface Trial {
  kinreel(): Promise<Repetition>;
  limit: (() => Promise<Repetition>) | null;
  /** Id of the measured API process, if it is not the installation's own. */
  api?: number;
  /** Stops what `prepare` has started. */
  end?(): Promise<void>;
}
