import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { library } from '@kinreel/messages/en/library';
import { permissions } from '@kinreel/messages/en/permissions';
import { expect, test } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { PermissionSelector } from './components/permission-selector.tsx';
import { useBulkActions } from './use-bulk-actions.ts';

const VIDEO = { id: 'v1', prompt: 'What was your first job?', permission: 'invite-only' } as Video;

async function chooseFamily() {
  const screen = await renderComponent(<PermissionSelector video={VIDEO} />);
  await screen.getByRole('button').click();
  await screen.getByText(permissions.family).click();
  await expect.poll(() => serverCalls('PUT').length).toBe(1);
  return screen;
}

function ChangeAll({ ids }: { ids: string[] }) {
  const { run, failure } = useBulkActions(() => undefined);
  return (
    <>
      <button type="button" onClick={() => void run('family', ids)}>
        Change
      </button>
      <output>{failure ? [...failure.ids].join() : 'none failed'}</output>
    </>
  );
}

test('[VID-03] a failed refetch after a saved permission is not an error', async () => {
  answer('PUT /api/permission/v1', 'OK');
  answer('GET /api/permission/v1', connectionLost);
  const screen = await chooseFamily();
  await expect.poll(() => serverCalls('GET /api/permission').length).toBe(1);
  await expect.element(screen.getByText('Saved')).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /Family/ })).toBeVisible();
  await expect.element(screen.getByText(common.errorTitle, { exact: true })).not.toBeInTheDocument();
});

test('[VID-03][ERR-02] a failed change restores the old permission; the notice names the choice and the video, and Retry saves it', async () => {
  answer('PUT /api/permission/v1', apiError(404, 'video.missing', 'We could not find this video.'));
  const screen = await chooseFamily();
  await expect.element(screen.getByText(/We could not find this video/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Invite-only/ })).toBeVisible();
  expect(serverCalls('GET')).toEqual([]);
  await expect.element(screen.getByText('“Family: What was your first job?” did not work')).toBeVisible();
  answer('PUT /api/permission/v1', 'OK');
  answer('GET /api/permission/v1', ['family']);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByRole('button', { name: /Permission: Family/ })).toBeVisible();
  await expect.element(screen.getByText('Saved')).toBeInTheDocument();
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([{ permission: 'family' }, { permission: 'family' }]);
});

test('[VID-03][ROUTE-12] a bulk change refetches each permission; a failed change is an error, a failed refetch is not', async () => {
  answer('PUT /api/permission/v1', 'OK');
  answer('GET /api/permission/v1', apiError(503, 'server.busy', 'We are busy right now.'));
  answer('PUT /api/permission/v2', apiError(404, 'video.missing', 'We could not find this video.'));
  const screen = await renderComponent(<ChangeAll ids={['v1', 'v2']} />);
  await screen.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByText(library.changed({ count: 1 }))).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent('v2');
  expect(serverCalls('GET').map(({ call }) => call)).toEqual(['GET /api/permission/v1']);
});
