import { type RawBuilder, sql } from 'kysely';
import type { Given } from './built-query.ts';

/** Maximum number of concurrent batches. More would make them smaller. */
const AT_ONCE = 2;

/** Maximum size of a batch. */
const MAX_BATCH = 200;

/**
 * A column of the requests, for `unnest`. In a subquery, because PostgreSQL estimates a parameter array by its length,
 * prefers a custom plan for short ones, and would plan each time, which takes longer than the look-up.
 */
export function column<Question>(
  type: 'integer' | 'text' | 'timestamptz' | 'uuid',
  given: Given<readonly Question[]>,
  field: keyof Question,
): RawBuilder<unknown> {
  return sql`(select ${given((questions) => questions.map((question) => question[field]))}::${sql.raw(type)}[])`;
}

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

/**
 * Batches look-ups of concurrent requests into few statements: requests that arrive while statements are running are
 * combined. A lone request is not delayed. Each result is read after its request, so it is never outdated.
 * @param load looks up a batch with one statement; `position` is that of the request, from 1, as with WITH ORDINALITY.
 *   A missing position means undefined. If it fails for several requests, each is loaded separately.
 */
export function inBatches<Question, Answer extends { position: number }>(
  load: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer | undefined> {
  const waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  async function answer(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await load(batch.map(({ question }) => question));
      const byPosition = new Map(answers.map((one) => [one.position, one]));
      for (const [index, { resolve }] of batch.entries()) resolve(byPosition.get(index + 1));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((one) => answer([one])));
    }
  }

  function start(): void {
    isDue = false;
    while (underWay < AT_ONCE && waiting.length > 0) {
      underWay += 1;
      void answer(waiting.splice(0, MAX_BATCH)).finally(() => {
        underWay -= 1;
        start();
      });
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isDue || underWay >= AT_ONCE) return;
      isDue = true;
      // After all requests that have arrived in this event loop iteration.
      setImmediate(start);
    });
}
