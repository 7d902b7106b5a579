import { watching as text } from '@kinreel/messages/en/watching';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { EndPanel } from './end-panel.tsx';

const panel = <EndPanel next={null} counts={false} onWatchAgain={() => {}} onNext={() => {}} back={null} />;

test('focuses Watch again if the focused button was removed', async () => {
  const screen = await renderComponent(panel);
  await expect.element(screen.getByRole('button', { name: text.watchAgain })).toHaveFocus();
});

test('does not move the focus from outside of the player', async () => {
  const outside = document.body.appendChild(document.createElement('button'));
  outside.focus();
  await renderComponent(panel);
  expect(document.activeElement).toBe(outside);
  outside.remove();
});
