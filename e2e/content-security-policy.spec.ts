import { expect, test } from './support/test.ts';

test.use({ mayBreakPolicy: true });

test('nothing that is written into a page can run or change how it looks', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  const outcome = await page.evaluate(async () => {
    const thrown = (write: () => unknown) => {
      try {
        write();
        return 'written';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const box = document.body.appendChild(document.createElement('div'));
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    const script = document.createElement('script');
    script.append("document.title = 'run'");
    document.head.append(script);
    box.setAttribute('style', 'position: fixed');
    return {
      handler: thrown(() => box.setAttribute('onclick', "document.title = 'run'")),
      html: thrown(() => {
        box.innerHTML = '<img src=x onerror="document.title=1">';
      }),
      inert: thrown(() => {
        box.innerHTML = '<b>text</b>';
      }),
      worker: thrown(() => new Worker('https://elsewhere.example/worker.js')),
      outline: getComputedStyle(document.body).outlineWidth,
      position: getComputedStyle(box).position,
      title: document.title,
    };
  });
  expect(outcome).toMatchObject({
    handler: 'TypeError',
    html: 'TypeError',
    inert: 'written',
    worker: 'TypeError',
    position: 'static',
  });
  expect(outcome.outline).not.toBe('7px');
  expect(outcome.title).not.toBe('run');
});
