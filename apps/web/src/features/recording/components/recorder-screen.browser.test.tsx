import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderComponent } from '../../../testing/render-component.tsx';
import { elapsedMs } from '../elapsed-time.ts';
import { Recorder } from '../recorder.ts';
import { discardTake, listTakes } from '../take-store.ts';
import { RecorderScreen } from './recorder-screen.tsx';
import { TakeList } from './take-list.tsx';

const PROMPT = { id: 2, prompt: 'What was your first job?' };
const USER_ID = 'test-user';

/** Opening a camera, counting down and recording take seconds. */
const SLOW = { timeout: 60_000 };

let recorder: Recorder;

/** Waits for the countdown and this recorded time: a shorter take than a second is not saved. */
async function untilRecorded(ms: number): Promise<void> {
  const recorded = () => elapsedMs(recorder.state.elapsed, performance.now());
  await expect.poll(recorded, SLOW).toBeGreaterThan(ms);
}

/** The recorder with Chromium's fake camera, which is on, unless something is wrong with it. */
async function showRecorder(isCameraOn = true) {
  recorder = new Recorder(USER_ID);
  const onSave = vi.fn();
  const onClose = vi.fn();
  const screen = await renderComponent(
    <RecorderScreen
      recorder={recorder}
      prompt={PROMPT}
      asks={null}
      logo="Kinreel"
      savedTakes={null}
      onSave={onSave}
      onChangeQuestion={() => undefined}
      onUploadInstead={() => undefined}
      onClose={onClose}
    />,
  );
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  await button('Turn on the camera').click();
  if (isCameraOn) await expect.element(button('Record'), SLOW).toBeVisible();
  const record = async () => {
    await button('Record').click();
    await untilRecorded(1100);
  };
  return { screen, button, record, dialog: screen.getByRole('alertdialog'), onSave, onClose };
}

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
  await recorder.retake();
  recorder.dispose();
  for (const take of await listTakes(USER_ID)) await discardTake(take);
});

test('[UP-08] the tray with the keyboard only, on a phone: cancel the countdown, record, pause, continue, finish', async () => {
  await page.viewport(360, 740);
  const { screen, button, onSave } = await showRecorder();
  const tray = screen.getByRole('group', { name: 'Recorder' });
  // The whole picture, as it will be recorded.
  await expect.element(screen.getByLabelText('What your camera sees')).toHaveStyle({ objectFit: 'contain' });
  button('Record').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(tray.getByText(/Recording starts in/)).toBeVisible();
  await expect.element(button('Not yet')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Record')).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.element(button('Pause')).toHaveFocus();
  await untilRecorded(1100);
  // Escape ends neither the recording nor, below, what is shown of it.
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Pause')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(button('Continue')).toHaveFocus();
  await expect.element(screen.getByText(/^Paused 0:\d\d$/)).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(button('Pause')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Finish')).toHaveFocus();
  await userEvent.keyboard('{Enter}');

  await expect.element(screen.getByText(/^Your answer, 0:\d\d$/)).toBeVisible();
  await expect.element(button('Save my answer')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => onSave.mock.calls)
    .toEqual([[expect.objectContaining({ prompt: PROMPT, place: 'device', userId: USER_ID })]]);
});

/** Phone, upright tablet, small and large screen in landscape format. */
const SIZES = [
  [360, 780],
  [820, 1180],
  [667, 375],
  [1280, 800],
] as const;

/** The upper edge of the picture, at each size. */
async function picturePlaces(): Promise<number[]> {
  const places: number[] = [];
  for (const [screenWidth, screenHeight] of SIZES) {
    await page.viewport(screenWidth, screenHeight);
    await expect.poll(() => document.querySelector('video')?.videoWidth ?? 0, SLOW).toBeGreaterThan(0);
    // The layout follows the new size after the next frames.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const video = document.querySelector('video');
    if (!video) break;
    const { top, width, height } = video.getBoundingClientRect();
    const [, vertical = ''] = getComputedStyle(video).objectPosition.split(' ');
    const pictureHeight = Math.min(height, (width * video.videoHeight) / video.videoWidth);
    places.push(Math.round(top + (Number.parseFloat(vertical) / 100) * (height - pictureHeight)));
  }
  return places;
}

test('[UP-08] the picture keeps its place from the preview to the review, and nothing is above it on a phone', async () => {
  const { screen, button, record } = await showRecorder();
  const places = await picturePlaces();
  await page.viewport(360, 780);
  const view = () => screen.getByRole('region', { name: 'Camera' }).element().getBoundingClientRect();
  expect(Math.round(view().top)).toBe(places[0]);
  await record();
  await expect.poll(picturePlaces, SLOW).toEqual(places);
  await button('Finish').click();
  await expect.element(button('Save my answer')).toBeVisible();
  await expect.poll(picturePlaces, SLOW).toEqual(places);
});

test('[UP-08] with text of 200 % on a phone, words stay in their buttons, the buttons in the picture, and the review has room for its picture', async () => {
  await page.viewport(360, 780);
  document.documentElement.style.fontSize = '200%';
  try {
    const { screen, button, record } = await showRecorder();
    const tray = screen.getByRole('group', { name: 'Recorder' });
    const isInView = () => {
      const { top, left, right, bottom } = tray.element().getBoundingClientRect();
      const picture = screen.getByRole('region', { name: 'Camera' }).element().getBoundingClientRect();
      return top >= picture.top && bottom <= picture.bottom && left >= 0 && right <= 360;
    };
    /** Names of the buttons whose words are wider than they are, or on two lines. */
    const tooNarrow = () =>
      [...tray.element().querySelectorAll('button')]
        .filter((one) => {
          const words = document.createRange();
          words.selectNodeContents(one.lastChild ?? one);
          const [line, ...more] = words.getClientRects();
          const { left, right } = one.getBoundingClientRect();
          return !line || more.length > 0 || line.left < left - 1 || line.right > right + 1;
        })
        .map(({ textContent }) => textContent);
    expect([isInView(), tooNarrow()]).toEqual([true, []]);
    await button('Record').click();
    await expect.element(button('Not yet')).toBeVisible();
    expect([isInView(), tooNarrow()]).toEqual([true, []]);
    await button('Not yet').click();
    await record();
    await button('Pause').click();
    await expect.element(button('Continue')).toBeVisible();
    expect([isInView(), tooNarrow()]).toEqual([true, []]);
    await button('Finish').click();
    await expect.element(button('Save my answer')).toBeVisible();
    const review = screen.getByRole('region', { name: 'Your recording' }).element().getBoundingClientRect();
    expect(review.height).toBeGreaterThan(200);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('[UP-08] after another camera was chosen the focus is on Record: the button that opened the dialog is another one by then', async () => {
  const { screen, button } = await showRecorder();
  await button('Settings').click();
  const settings = screen.getByRole('dialog');
  await expect.element(settings.getByRole('combobox', { name: 'Camera' })).toBeVisible();
  await recorder.turnOn({});
  await expect.poll(() => recorder.state.stage, SLOW).toBe('ready');
  await settings.getByRole('button', { name: 'Done' }).click();
  await expect.element(button('Record')).toHaveFocus();
});

test('[UP-08] before a recording is deleted the tray asks; Cancel leaves it paused', async () => {
  const { screen, button, record, dialog } = await showRecorder();
  await record();
  await button('Start over').click();
  await expect.element(dialog.getByText(/will be deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Continue')).toBeVisible();
  await button('Start over').click();
  await dialog.getByRole('button', { name: 'Start over' }).click();
  await expect.element(button('Record')).toBeVisible();
  await expect.element(screen.getByText(/^Recording 0:/)).not.toBeInTheDocument();
  expect(await listTakes(USER_ID)).toEqual([]);
});

test('[UP-08] closing during a recording asks first, and leaving saves it on the device', async () => {
  const { button, record, dialog, onClose } = await showRecorder();
  await record();
  await button('Close the recorder').click();
  await expect.element(dialog.getByText(/stays on this device/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Keep recording' }).click();
  await expect.element(button('Pause')).toBeVisible();
  await button('Close the recorder').click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  // The page disposes its recorder when it is left.
  recorder.dispose();
  await expect.poll(() => listTakes(USER_ID), SLOW).toMatchObject([{ prompt: PROMPT, place: 'device' }]);
});

test('[UP-08] a camera that is unplugged ends the recording, which is shown with an explanation', async () => {
  const { screen, record, button } = await showRecorder();
  await record();
  const [track] = recorder.state.stream?.getVideoTracks() ?? [];
  // What the browser does when the camera is unplugged.
  track?.stop();
  track?.dispatchEvent(new Event('ended'));
  await expect.element(screen.getByText(/^Camera or microphone disconnected/)).toBeVisible();
  await expect.element(button('Save my answer')).toBeVisible();
});

test('[UP-08] another camera and microphone can be chosen, and are used the next time', async () => {
  const { screen, button } = await showRecorder();
  await button('Settings').click();
  const camera = screen.getByRole('combobox', { name: 'Camera' });
  const microphone = screen.getByRole('combobox', { name: 'Microphone' });
  await expect.element(camera).toBeVisible();
  const { cameras, microphones } = recorder.state;
  expect(cameras).toHaveLength(2);
  const other = cameras.find(({ id }) => id !== (camera.element() as HTMLSelectElement).value);
  const last = microphones.at(-1);
  await userEvent.selectOptions(camera, other?.label ?? '');
  await expect.poll(() => recorder.state.stream?.getVideoTracks()[0]?.label, SLOW).toBe(other?.label);
  await expect.element(camera).toHaveValue(other?.id);
  await userEvent.selectOptions(microphone, last?.label ?? '');
  await expect.poll(() => recorder.state.stream?.getAudioTracks()[0]?.label, SLOW).toBe(last?.label);
  await button('Done').click();
  await expect.element(button('Record')).toBeVisible();

  recorder.dispose();
  recorder = new Recorder(USER_ID);
  await recorder.turnOn();
  expect(recorder.state.choice).toMatchObject({ camera: other?.id, microphone: last?.id });
  expect(recorder.state.stream?.getVideoTracks()[0]?.label).toBe(other?.label);
});

test('[UP-08] a camera that another program uses: the screen says so', async () => {
  const busy = new DOMException('Could not start video source', 'NotReadableError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(busy);
  const { screen } = await showRecorder(false);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The camera is busy/);
});

test('[UP-08] without a microphone a video without sound can be recorded', async () => {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (constraints) => {
    if (constraints?.audio) throw new DOMException('Requested device not found', 'NotFoundError');
    return ask(constraints);
  });
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockImplementation(async () =>
    (await list()).filter(({ kind }) => kind !== 'audioinput'),
  );
  const { screen, button, record, onSave } = await showRecorder(false);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/We found no microphone/);
  await button('Record without sound').click();
  await expect.element(screen.getByText('Without sound')).toBeVisible();
  await record();
  await button('Finish').click();
  await button('Save my answer').click();
  await expect.poll(() => onSave.mock.calls).toEqual([[expect.objectContaining({ prompt: PROMPT, place: 'device' })]]);
});

test('[UP-08] no camera, or an insecure address: the screen says so, and a file can be uploaded instead', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('None', 'NotFoundError'));
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([]);
  const { screen, button } = await showRecorder(false);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/We found no camera/);
  await expect.element(button('Upload a file instead')).toBeVisible();
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  await button('Try again').click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The camera needs a secure address/);
  await expect.element(button('Try again')).not.toBeInTheDocument();
  await expect.element(button('Upload a file instead')).toBeVisible();
});

test('[UP-08] without files for pages the recording is in memory, and a warning says so', async () => {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('No', 'SecurityError'));
  const { screen, button, record, dialog, onSave } = await showRecorder();
  await expect.element(screen.getByText(/^This browser cannot store videos/)).toBeVisible();
  await record();
  await button('Finish').click();
  await button('Close the recorder').click();
  await expect.element(dialog.getByText(/deleted when you leave/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Save my answer').click();
  await expect.poll(() => onSave.mock.calls).toEqual([[expect.objectContaining({ prompt: PROMPT, place: 'memory' })]]);
  expect(onSave.mock.calls[0]?.[0].file.size).toBeGreaterThan(1000);
});

test('[UP-08] a recording on this device is listed for its owner, who can save, watch or delete it', async () => {
  const first = await showRecorder();
  await first.record();
  await first.button('Finish').click();
  await expect.element(first.button('Save my answer')).toBeVisible();
  recorder.dispose();
  await first.screen.unmount();
  expect(await listTakes('somebody-else')).toEqual([]);
  const [onSave, onWatch] = [vi.fn(), vi.fn()];
  const { getByRole } = await renderComponent(
    <TakeList userId={USER_ID} uploading={[]} onSave={onSave} onWatch={onWatch} />,
  );
  await getByRole('button', { name: `Save now: ${PROMPT.prompt}` }).click();
  await expect.poll(() => onSave.mock.calls).toEqual([[expect.objectContaining({ prompt: PROMPT })]]);
  await getByRole('button', { name: `Watch it: ${PROMPT.prompt}` }).click();
  await expect.poll(() => onWatch.mock.calls).toEqual([[expect.objectContaining({ prompt: PROMPT })]]);
  await getByRole('button', { name: `Delete recording: ${PROMPT.prompt}` }).click();
  await getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(getByRole('article')).not.toBeInTheDocument();
  expect(await listTakes(USER_ID)).toEqual([]);
});
