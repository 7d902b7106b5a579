import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { ViewTabs } from './view-tabs.tsx';

function show(path = '/') {
  return renderComponent(
    <ViewTabs
      label="Fruit"
      tabs={[
        { name: 'apples', label: 'Apples', content: <p>Red and green</p> },
        { name: 'pears', label: 'Pears', badge: '3', content: <p>Soft and sweet</p> },
        { name: 'plums', label: 'Plums', content: <p>Blue and small</p> },
      ]}
    />,
    path,
    { isLayout: true },
  );
}

test('a press selects a tab, the address keeps it, and its panel has its name', async () => {
  const screen = await show('/?autoplay=7');
  await expect.element(screen.getByRole('tabpanel', { name: 'Apples' }).getByText('Red and green')).toBeVisible();
  const pears = screen.getByRole('tab', { name: 'Pears 3 waiting' });
  await pears.click();
  await expect.element(pears).toHaveAttribute('aria-selected', 'true');
  await expect
    .element(screen.getByRole('tabpanel', { name: 'Pears 3 waiting' }).getByText('Soft and sweet'))
    .toBeVisible();
  expect(screen.address()).toBe('/?tab=pears');
  await screen.getByRole('tab', { name: 'Apples' }).click();
  await expect.element(screen.getByRole('tabpanel').getByText('Red and green')).toBeVisible();
  expect(screen.address()).toBe('/');
});

test('the tabs are one tab stop; arrow keys, Home and End select, and both ends meet', async () => {
  const screen = await show('/?tab=pears');
  const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(name) });
  await userEvent.keyboard('{Tab}');
  await expect.element(tab('Pears')).toHaveFocus();
  const steps = [
    ['{ArrowRight}', 'Plums'],
    ['{ArrowRight}', 'Apples'],
    ['{ArrowLeft}', 'Plums'],
    ['{ArrowLeft}', 'Pears'],
    ['{Home}', 'Apples'],
    ['{End}', 'Plums'],
  ] as const;
  for (const [key, name] of steps) {
    await userEvent.keyboard(key);
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect.element(screen.getByRole('tabpanel', { name: new RegExp(name) })).toBeVisible();
  }
  // The browser's own shortcut for Back keeps the selection.
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(tab('Plums')).toHaveAttribute('aria-selected', 'true');
});
