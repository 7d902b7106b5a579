import type { Repetition } from './measure.ts';
import type { World } from './world.ts';

/** What a row is measured in. Of times less is better, of everything else more. */
export type Unit = 'ms' | 's' | '/s' | 'MiB/s';

/** `ratio`: Kinreel's figure divided by the limit's. `value`: Kinreel's figure itself. */
export type Goal = { ratio: number } | { value: number } | null;

/** One line of the table: some work of Kinreel beside the most that this machine can do. */
export interface Row {
  /** The work, as in the table. `--only` looks for words in it. */
  name: string;
  /** What it is compared with. */
  limit: string;
  unit: Unit;
  goal: Goal;
  /** How often Kinreel and the limit take turns, if not as usual. */
  repetitions?: number;
  prepare(world: World): Promise<Trial>;
}

/** A row that is ready to be measured. Both functions measure once, and may be called again and again. */
export interface Trial {
  kinreel(): Promise<Repetition>;
  limit: (() => Promise<Repetition>) | null;
  /** Id of the API process that does the work, if it is not that of the installation. */
  api?: number;
  /** Closes what would count as work, before it is measured how much memory is left. */
  rest?(): void;
  /** Ends what `prepare` started. */
  end?(): Promise<void>;
}
