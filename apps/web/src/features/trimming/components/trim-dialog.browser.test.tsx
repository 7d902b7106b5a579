import { trimming as text } from '@kinreel/messages/en/trimming';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { TrimDialog, type TrimmedVideo } from './trim-dialog.tsx';

const ID = '0192f1c0-0000-7000-8000-00000000000a';
const SAVE = `PUT /api/video/${ID}/trim`;
const UNDO = `DELETE /api/video/${ID}/trim`;
const VIDEO: TrimmedVideo = {
  id: ID,
  prompt: 'What was your first job?',
  url: '/media/none.mp4',
  poster_url: null,
  preview_url: null,
  captions_url: null,
  duration: 60.02,
  trim: null,
};

/** A button that opens the dialog. */
function Opener({ video, onClose }: { video: TrimmedVideo; onClose: () => void }) {
  const [shown, setShown] = useState<TrimmedVideo | null>(video);
  const close = () => {
    onClose();
    setShown(null);
  };
  return (
    <>
      <button type="button" onClick={() => setShown(video)}>
        Open
      </button>
      <TrimDialog video={shown} onClose={close} />
    </>
  );
}

async function open(video: TrimmedVideo = VIDEO) {
  answer('GET /media/none.mp4', new Response(null, { status: 404 }));
  const onClose = vi.fn();
  const screen = await renderComponent(<Opener video={video} onClose={onClose} />);
  const slider = (name: string) => screen.getByRole('slider', { name, exact: true });
  const press = async (name: string, ...keys: string[]) => {
    (slider(name).element() as HTMLElement).focus();
    for (const key of keys) await userEvent.keyboard(key);
  };
  return {
    screen,
    onClose,
    slider,
    press,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
  };
}

test('start and end are chosen with the keyboard, announced, and saved in times of the whole video', async () => {
  answer(SAVE, Response.json({}));
  const { screen, onClose, slider, press, button } = await open();
  await expect.element(button('Save')).toBeDisabled();
  await press(text.start, '{PageUp}', '{ArrowRight}');
  await expect.element(slider(text.start)).toHaveAttribute('aria-valuetext', '0:01.1');
  await press(text.end, '{ArrowLeft}');
  await expect.element(slider(text.end)).toHaveAttribute('aria-valuetext', '0:59.9');
  await expect.element(screen.getByText(text.left({ left: '0:59', all: '1:00' }))).toBeVisible();
  await press(text.end, '{End}');
  await button('Save').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(serverCalls(SAVE).at(-1)?.body).toEqual({ start: 1.1, end: 60.02 });
  // The next opening starts with fresh state.
  await button('Open').click();
  await expect.element(slider(text.start)).toHaveAttribute('aria-valuetext', '0:00.0');
  await expect.element(button('Save')).toBeDisabled();
});

test('the current position can become the start or end; a part has at least one second', async () => {
  const { screen, slider, press, button } = await open();
  await expect.poll(() => screen.container.ownerDocument.querySelector('video')).toBeTruthy();
  const video = document.querySelector('video') as HTMLVideoElement;
  let at = 12.34;
  Object.defineProperty(video, 'currentTime', { get: () => at, set: (seconds) => (at = seconds) });
  await button(text.endHere).click();
  await expect.element(slider(text.end)).toHaveAttribute('aria-valuetext', '0:12.3');
  // The video shows the chosen position.
  await press(text.start, '{End}');
  await expect.element(slider(text.start)).toHaveAttribute('aria-valuetext', '0:11.3');
  expect(at).toBeCloseTo(11.34, 2);
});

test('a trim can be removed; a failure shows an error and changes nothing', async () => {
  const { screen, onClose, button } = await open({ ...VIDEO, duration: 30, trim: { start: 10, end: 40, whole: 60 } });
  await expect
    .element(screen.getByText(text.trimmedText({ start: '0:10.0', end: '0:40.0', all: '1:00.0' })))
    .toBeVisible();
  answer(UNDO, apiError(409, 'trim.preparing', 'Please wait.'));
  await button(text.showWhole).click();
  await expect.element(screen.getByText('Please wait.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  answer(UNDO, Response.json({}));
  await button(text.showWhole).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
