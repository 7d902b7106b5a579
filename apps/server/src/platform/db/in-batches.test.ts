import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

/** Returns ten times the number, only for even numbers. Each batch waits until it is released. */
function createAsked() {
  const batches: { questions: number[]; letGo(): void }[] = [];
  const ask = inBatches(async (questions: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    batches.push({ questions: [...questions], letGo: resolve });
    await promise;
    if (questions.includes(13)) throw new Error(`unlucky: ${questions.join()}`);
    const answers = questions.map((question, index) => ({ position: index + 1, value: question * 10 }));
    // Unordered, as without ORDER BY.
    return answers.filter(({ value }) => value % 20 === 0).reverse();
  });
  return { ask, batches };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('batches concurrent requests, and returns each its own result', async () => {
  const { ask, batches } = createAsked();
  const answers = Promise.all([2, 3, 4].map(ask));
  await nextTurn();
  expect(batches.map(({ questions }) => questions)).toEqual([[2, 3, 4]]);
  batches[0]?.letGo();
  expect((await answers).map((answer) => answer?.value)).toEqual([20, undefined, 40]);
});

test('a request never uses a batch that started before it', async () => {
  const { ask, batches } = createAsked();
  const answers = [ask(2)];
  await nextTurn();
  answers.push(ask(4));
  await nextTurn();
  // Two batches are running; an equal request waits for the next one.
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

test('a failing request does not fail others in its batch', async () => {
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
