import type { Goal, Unit } from './row.ts';

/** A measured row. */
export interface Figure {
  name: string;
  limitName: string;
  unit: Unit;
  goal: Goal;
  /** Medians, in the row's unit. */
  kinreel: number;
  limit: number | null;
  /** Kinreel divided by the limit. */
  ratio: number | null;
  errors: number;
  /** Requests that waited too long and were not sent. */
  late: number;
  /** Cost of one action of Kinreel: CPU milliseconds and database transactions. */
  cost: { api: number; identity: number; postgres: number; client: number; statements: number };
  /** Memory of the API process in MiB: the maximum during the row, and ten seconds later. */
  memory: { most: number; after: number };
  /** Share of one core that the client used during the measurement. */
  clientCpu: number;
}

const isLessBetter = (unit: Unit): boolean => unit === 'ms' || unit === 's';

/** Formats a number with three digits and no exponent. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '?';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Whether a figure reaches its goal. Null without a goal. */
export function isReached({
  goal,
  unit,
  ratio,
  kinreel,
}: Pick<Figure, 'goal' | 'unit' | 'ratio' | 'kinreel'>): boolean | null {
  if (goal === null) return null;
  const [value, wanted] = 'ratio' in goal ? [ratio ?? Number.NaN, goal.ratio] : [kinreel, goal.value];
  return isLessBetter(unit) ? value <= wanted : value >= wanted;
}

function goalText(goal: Goal, unit: Unit): string {
  if (goal === null) return '';
  const sign = isLessBetter(unit) ? '≤' : '≥';
  return 'ratio' in goal ? `${sign} ${goal.ratio} x` : `${sign} ${short(goal.value)} ${unit}`;
}

const REACHED = new Map([
  [true, 'yes'],
  [false, 'no'],
  [null, ''],
]);

function troubleOf({ errors, late }: Pick<Figure, 'errors' | 'late'>): string {
  const troubles = [errors > 0 && `${errors} failed`, late > 0 && `${late} waited 5 s for their turn`].filter(Boolean);
  return troubles.length === 0 ? '' : ` (${troubles.join(', ')})`;
}

/** The results as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const withUnit = (value: number | null, unit: Unit) => (value === null ? '' : `${short(value)} ${unit}`);
  const rows = figures.map((figure) => [
    figure.name,
    withUnit(figure.kinreel, figure.unit) + troubleOf(figure),
    figure.limit === null ? '' : `${withUnit(figure.limit, figure.unit)}: ${figure.limitName}`,
    figure.ratio === null ? '' : `${short(figure.ratio)} x`,
    goalText(figure.goal, figure.unit),
    REACHED.get(isReached(figure)) ?? '',
    `${figure.memory.most}, ${figure.memory.after}`,
  ]);
  return [
    '| Work | Kinreel | Limit in the same run | Ratio | Goal | Reached | API memory: most, after (MiB) |',
    '|---|---:|---|---:|---:|---|---:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** The cost of one action as a Markdown table. */
export function costsOf(figures: readonly Figure[]): string {
  return [
    '| One action | API CPU (ms) | Identity CPU (ms) | PostgreSQL CPU (ms) | Transactions |',
    '|---|---:|---:|---:|---:|',
    ...figures
      .filter(({ cost }) => Number.isFinite(cost.api))
      .map(
        ({ name, cost }) =>
          `| ${name} | ${short(cost.api)} | ${short(cost.identity)} | ${short(cost.postgres)} | ${short(cost.statements)} |`,
      ),
  ].join('\n');
}
