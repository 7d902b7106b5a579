import { lazy, useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

/**
 * A page with a search field and two buttons that each open a dialog. The test decides when the first one's code
 * arrives.
 */
async function showPage() {
  const code = Promise.withResolvers<{ default: typeof ConfirmDialog }>();
  const SlowDialog = lazy(() => code.promise);
  const FastDialog = lazy(async () => ({ default: ConfirmDialog }));
  function Page() {
    const [slow, setSlow] = useState(false);
    const [fast, setFast] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setSlow(true)}>
          Slow
        </button>
        <button type="button" onClick={() => setFast(true)}>
          Fast
        </button>
        <input aria-label="Search" />
        <LazyDialog open={slow} onClose={() => setSlow(false)}>
          <SlowDialog open={slow} title="Slow dialog" text="" onConfirm={() => {}} onClose={() => setSlow(false)} />
        </LazyDialog>
        <LazyDialog open={fast} onClose={() => setFast(false)}>
          <FastDialog open={fast} title="Fast dialog" text="" onConfirm={() => {}} onClose={() => setFast(false)} />
        </LazyDialog>
      </>
    );
  }
  const screen = await renderComponent(<Page />);
  return {
    screen,
    button: (name: string) => screen.getByRole('button', { name }),
    dialog: (name: string) => screen.getByRole('alertdialog', { name }),
    opening: screen.getByText('Opening …'),
    /** Delivers the code. React shows suspended content within 300 ms. */
    load: async () => {
      code.resolve({ default: ConfirmDialog });
      await code.promise;
      await new Promise((resolve) => setTimeout(resolve, 400));
    },
  };
}

test('a dialog opens when its code has loaded, and a slow one shows a message', async () => {
  const { button, dialog, opening, load } = await showPage();
  await button('Slow').click();
  await expect.element(opening).toBeVisible();
  await load();
  await expect.element(dialog('Slow dialog')).toBeVisible();
  await expect.element(opening).not.toBeInTheDocument();
});

test('a dialog that loads late does not open while the person is typing', async () => {
  const { screen, button, dialog, load } = await showPage();
  await button('Slow').click();
  const search = screen.getByLabelText('Search');
  await search.click();
  await userEvent.keyboard('Tavi');
  await load();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard(' Marrow');
  await expect.element(search).toHaveValue('Tavi Marrow');
  await expect.element(dialog('Slow dialog')).not.toBeInTheDocument();
});

test('only the last requested dialog opens', async () => {
  const { button, dialog, load } = await showPage();
  await button('Slow').click();
  await button('Fast').click();
  await expect.element(dialog('Fast dialog')).toBeVisible();
  await load();
  await expect.element(dialog('Slow dialog')).not.toBeInTheDocument();
  await expect.element(dialog('Fast dialog')).toBeVisible();
});

test.each(['{Escape}', '{Tab}'])('%s cancels a dialog that is still loading; a second press opens it', async (key) => {
  const { button, dialog, opening, load } = await showPage();
  await button('Slow').click();
  await expect.element(opening).toBeVisible();
  await userEvent.keyboard(key);
  await expect.element(opening).not.toBeInTheDocument();
  await load();
  await expect.element(dialog('Slow dialog')).not.toBeInTheDocument();
  await button('Slow').click();
  await expect.element(dialog('Slow dialog')).toBeVisible();
});
