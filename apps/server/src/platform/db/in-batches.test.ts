import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

/** Answers with ten times the number, for even numbers only; each batch ends when it is let go. */
function createAsked() {
  const batches: { questions: number[]; letGo(): void }[] = [];
  const ask = inBatches(async (questions: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    batches.push({ questions: [...questions], letGo: resolve });
    await promise;
    if (questions.includes(13)) throw new Error(`unlucky: ${questions.join()}`);
    const answers = questions.map((question, index) => ({ position: index + 1, value: question * 10 }));
    // In no order, as without ORDER BY.
    return answers.filter(({ value }) => value % 20 === 0).reverse();
  });
  return { ask, batches };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('questions that arrive together are asked together, and each gets its own answer', async () => {
  const { ask, batches } = createAsked();
  const answers = Promise.all([2, 3, 4].map(ask));
  await nextTurn();
  expect(batches.map(({ questions }) => questions)).toEqual([[2, 3, 4]]);
  batches[0]?.letGo();
  expect((await answers).map((answer) => answer?.value)).toEqual([20, undefined, 40]);
});

test('a question is never answered by a batch that began before it', async () => {
  const { ask, batches } = createAsked();
  const answers = [ask(2)];
  await nextTurn();
  answers.push(ask(4));
  await nextTurn();
  // Two are under way; the same question again waits for the next.
  answers.push(ask(2), ask(6));
  await nextTurn();
  expect(batches.map(({ questions }) => questions)).toEqual([[2], [4]]);
  batches[1]?.letGo();
  expect((await answers[1])?.value).toBe(40);
  await nextTurn();
  expect(batches[2]?.questions).toEqual([2, 6]);
  batches[0]?.letGo();
  batches[2]?.letGo();
  expect((await Promise.all(answers)).map((answer) => answer?.value)).toEqual([20, 40, 20, 60]);
});

test('nobody fails because of the question of another', async () => {
  const { ask, batches } = createAsked();
  const answers = Promise.allSettled([2, 13, 4].map(ask));
  await nextTurn();
  batches[0]?.letGo();
  await expect.poll(() => batches.length).toBe(4);
  for (const batch of batches) batch.letGo();
  const [first, second, third] = await answers;
  expect([first, third]).toMatchObject([{ value: { value: 20 } }, { value: { value: 40 } }]);
  expect(second).toMatchObject({ status: 'rejected', reason: new Error('unlucky: 13') });
});
