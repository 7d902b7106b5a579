import type { Video } from '@kinreel/contracts/videos';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { VideoNotes } from './video-notes.tsx';

const show = (notes: Video['notes'] | undefined) =>
  renderComponent(<VideoNotes video={{ notes, prompt: 'What was your first job?', prompt_id: 3 } as Video} />);

test.each([
  ['silent', null, 'We hear nothing in this video. Was the microphone off?'],
  ['silent', 7.4, 'We hear nothing in the first 7 seconds.'],
  ['silent', 150, 'We hear nothing in the first 3 minutes.'],
  ['black', null, 'The picture of this video is black. Was the camera covered?'],
  ['black', 5, 'The picture is black for the first 5 seconds.'],
  ['black', 120, 'The picture is black for the first 2 minutes.'],
] as const)(
  '[UP-02] shows the owner the problem, with a button to record again: %s, %s s',
  async (kind, seconds, words) => {
    const screen = await show([{ kind, seconds }]);
    await expect.element(screen.getByText(words)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Record again: What was your first job?' });
    await expect.element(link).toHaveAttribute('href', '/record?prompt=3');
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  },
);

test('shows two problems one below the other, with one button', async () => {
  const screen = await show([
    { kind: 'silent', seconds: null },
    { kind: 'black', seconds: null },
  ]);
  const [silent, black] = ['We hear nothing in this', 'The picture of this'].map((words) =>
    screen.getByText(words, { exact: false }).element().getBoundingClientRect(),
  );
  expect(black?.top).toBeGreaterThanOrEqual(silent?.bottom ?? Number.NaN);
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});

test.each([[[]], [undefined], [[{ kind: 'of a newer server', seconds: 1 }]]])(
  'shows nothing for a video without known problems: %j',
  async (notes) => {
    const screen = await show(notes as Video['notes']);
    expect(screen.container.textContent).toBe('');
  },
);
