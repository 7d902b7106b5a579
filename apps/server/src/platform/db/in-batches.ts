import { type RawBuilder, sql } from 'kysely';
import type { Given } from './built-query.ts';

/** How many batches are under way at a time. More would make smaller ones. */
const AT_ONCE = 2;

/** Maximum size of a batch. */
const MAX_BATCH = 200;

/**
 * The values of a column of questions, for `unnest`. In a subquery, because PostgreSQL would estimate an array by its length, find
 * a plan for short ones cheaper than its general one, and so plan each time, which takes longer than the look-up.
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
 * Answers questions of many requests with few statements: what arrives while others are under way is asked together next. Nobody
 * waits for company, so a single request is as fast as without. Each answer is read after its question was asked, so it is not older
 * than that of a statement of its own.
 * @param load answers questions by one statement; `position` is that of the question, from 1, as of SQL's WITH ORDINALITY. None for
 * a question means undefined. If it fails for several, each is asked alone: nobody fails because of another's question.
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
      // After the requests that have arrived together were read.
      setImmediate(start);
    });
}
