import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { AppDialog } from './app-dialog.tsx';
import { LazyDialog } from './lazy-dialog.tsx';
import { Panel } from './panel.tsx';

/** Throws while `isBroken`. React logs the error, as expected. */
function breakable() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const state = { isBroken: true };
  function Part() {
    if (state.isBroken) throw new Error('cannot be rendered');
    return <p>The part</p>;
  }
  return { Part, repair: () => Object.assign(state, { isBroken: false }) };
}

test('if a panel fails, the rest of the page stays, and Retry renders it again', async () => {
  const { Part, repair } = breakable();
  const screen = await renderComponent(
    <>
      <p>The page</p>
      <Panel>
        <Part />
      </Panel>
      <Panel isExtra>
        <Part />
      </Panel>
    </>,
  );
  await expect.element(screen.getByText('The page')).toBeVisible();
  await expect.element(screen.getByText("We couldn't show this part")).toBeVisible();
  repair();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('The part')).toBeVisible();
});

test('if a dialog fails, an error dialog replaces it; it can be closed, and Retry opens it again', async () => {
  const { Part, repair } = breakable();
  function Page() {
    const [open, setOpen] = useState(false);
    const close = () => setOpen(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <LazyDialog open={open} onClose={close}>
          <Part />
          <AppDialog open={open} title="The dialog" onClose={close}>
            Content
          </AppDialog>
        </LazyDialog>
      </>
    );
  }
  const screen = await renderComponent(<Page />);
  const failed = screen.getByRole('dialog', { name: "We couldn't show this part" });
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(failed).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(failed).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Open' }).click();
  repair();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'The dialog' })).toBeVisible();
});
