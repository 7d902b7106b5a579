import type { Video } from '@kinreel/contracts/videos';
import { watching as text } from '@kinreel/messages/en/watching';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { sessionApi } from '../../features/session/session.api.ts';
import { useGetPersonVideosInfiniteQuery } from '../../features/videos/videos.api.ts';
import { answer, apiError, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { store } from '../store.ts';
import { WatchVideo } from './watch-video.tsx';

const ME = '0192f1c0-0000-7000-8000-000000000001';
const OWNER = '0192f1c0-0000-7000-8000-000000000002';
const VIDEO = { id: '0192f1c0-0000-7000-8000-00000000000a', user_id: OWNER, prompt: 'Who taught you to cook?' };
const LIST = `GET /api/video/user/${OWNER}`;

/** Two pages: the owner's videos, and the watch view of one of them. */
function Pages() {
  const [watched, setWatched] = useState<string | null>(null);
  if (!watched) return <List onOpen={setWatched} />;
  return (
    <>
      <WatchVideo videoId={watched} place={null} startAt={0} />
      <button type="button" onClick={() => setWatched(null)}>
        Back
      </button>
    </>
  );
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const { data } = useGetPersonVideosInfiniteQuery(OWNER);
  const videos = data?.pages.flatMap(({ rows }) => rows);
  if (videos?.length === 0) return <p>No videos</p>;
  return videos?.map(({ id, prompt }) => (
    <button key={id} type="button" onClick={() => onOpen(id)}>
      {prompt}
    </button>
  ));
}

test('a video that is no longer shared names its owner, and the list from which it was opened is reloaded', async () => {
  answer('GET /api/user', { id: ME, first_name: 'Ida', last_name: 'Fennick' });
  answer(`GET /api/search/${OWNER}`, [{ id: OWNER, first_name: 'Sol', last_name: 'Fennick', profile_image: null }]);
  answer(LIST, [VIDEO satisfies Partial<Video>]);
  answer(`GET /api/video/${VIDEO.id}`, apiError(404, 'video.not_found', 'There is no such video.'));
  const screen = await renderComponent(<Pages />);
  await store.dispatch(sessionApi.endpoints.getUser.initiate());
  const card = screen.getByRole('button', { name: VIDEO.prompt });
  await expect.element(card).toBeVisible();
  answer(LIST, []);
  await card.click();
  await expect.element(screen.getByRole('heading', { name: text.gone({ name: 'Sol' }) })).toBeVisible();

  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByText('No videos')).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  // One request for the 404: reloading the list does not request the video again.
  expect(serverCalls(`GET /api/video/${VIDEO.id}`)).toHaveLength(1);
});
