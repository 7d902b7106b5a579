import type { Goal, Unit } from './row.ts';

/** A measured row. */
export interface Figure {
  name: string;
  limitName: string;
  unit: Unit;
  goal: Goal;
  /** Medians, in the unit. */
  kinreel: number;
  limit: number | null;
  /** Kinreel divided by the limit. */
  ratio: number | null;
  errors: number;
  /** Requests that had waited too long for their turn. */
  late: number;
  /** What one action of Kinreel cost, in milliseconds of CPU time and in transactions of the database. */
  cost: { api: number; identity: number; postgres: number; client: number; statements: number };
  /** Of the API process, in MiB: the most during the row, and ten seconds after it. */
  memory: { most: number; after: number };
  /** Share of one core that the client used while Kinreel was measured. */
  clientCpu: number;
}

const isLessBetter = (unit: Unit): boolean => unit === 'ms' || unit === 's';

/** Three digits, without an exponent. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '?';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Whether a figure reaches its goal. Null if it has none. */
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

/** The table in Markdown. */
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

/** What one action costs, in Markdown. */
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
