import { sharedVideos } from '@kinreel/messages/en/shared-videos';
import { videos as text } from '@kinreel/messages/en/videos';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { answer, connectionLost, heldAnswer } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { type VideoActions, VideoActionsProvider } from '../video-actions.tsx';
import { ManageLibrary } from './manage-library.tsx';
import { MyVideos } from './my-videos.tsx';
import { PersonVideos } from './person-videos.tsx';
import { SharedByMe } from './shared-by-me.tsx';
import { SharedWithMe } from './shared-with-me.tsx';

const PERSON = '0192f1c0-0000-7000-8000-000000000001';
const FIRST_QUESTION = 'Answer your first question';

const noIntent = { onPointerEnter: () => undefined, onFocus: () => undefined } as VideoActions['shareIntent'];
const ACTIONS: VideoActions = {
  onShare: () => undefined,
  onCaptions: () => undefined,
  onEdit: () => undefined,
  onChooseAnother: () => undefined,
  shareIntent: noIntent,
  captionsIntent: noIntent,
  editIntent: noIntent,
  renderAudience: () => null,
  loadWatchView: async () => undefined,
  renderNextQuestion: () => null,
  renderFirstQuestion: () => FIRST_QUESTION,
};

const LISTS: [name: string, list: ReactNode, call: string, empty: string][] = [
  ['my videos', <MyVideos key="mine" />, 'GET /api/video/userVideos', FIRST_QUESTION],
  [
    'the library',
    <ManageLibrary
      key="library"
      filter={{ text: '', permission: '', sort: 'newest' }}
      onFilter={() => undefined}
      captionSearch={{ hits: new Map(), searching: false, failed: false }}
    />,
    'GET /api/video/userVideos',
    FIRST_QUESTION,
  ],
  ['shared with me', <SharedWithMe key="with" />, 'GET /api/video/sharedwithme', sharedVideos.withMeNoneTitle],
  ['shared by me', <SharedByMe key="by" />, 'GET /api/video/sharedbyme', sharedVideos.byMeNoneTitle],
  [
    'the videos of a person',
    <PersonVideos key="person" userId={PERSON} name="Odalie" />,
    `GET /api/video/user/${PERSON}`,
    sharedVideos.personNone({ name: 'Odalie' }),
  ],
];

test.each(LISTS)(
  '[ERR-02] %s: shows loading, an error, and an empty list after Retry',
  async (_, list, call, empty) => {
    const held = heldAnswer(connectionLost);
    answer(call, held.response);
    const screen = await renderComponent(
      <VideoActionsProvider value={ACTIONS}>
        <h1>Videos</h1>
        {list}
      </VideoActionsProvider>,
    );
    await expect.element(screen.getByText(text.loading)).toBeInTheDocument();
    held.send();
    const failed = screen.getByRole('alert');
    await expect.element(failed).toMatchTextContent(new RegExp(text.loadFailed));
    answer(call, []);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByText(empty)).toBeVisible();
    await expect.element(failed).not.toBeInTheDocument();
  },
);
