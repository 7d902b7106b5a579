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

/** Waits for the countdown and this recorded time. Takes shorter than a second are not saved. */
async function untilRecorded(ms: number): Promise<void> {
  const recorded = () => elapsedMs(recorder.state.elapsed, performance.now());
  await expect.poll(recorded, SLOW).toBeGreaterThan(ms);
}

/** The recorder with Chromium's fake camera, turned on by default. */
async function showRecorder(isCameraOn = true) {
  recorder = new Recorder(USER_ID);
  const onSave = vi.fn();
  const onClose = vi.fn();
  const screen = await renderComponent(
    <RecorderScreen
      recorder={recorder}
      prompt={PROMPT}
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

test('[UP-08] on a phone the keyboard cancels the countdown, records, pauses, continues and finishes', async () => {
  await page.viewport(360, 740);
  const { screen, button, onSave } = await showRecorder();
  const tray = screen.getByRole('group', { name: 'Recorder' });
  // The preview shows the whole recorded picture.
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
  // Escape ends neither the recording nor the review below.
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

test('[UP-08] after choosing another camera the focus is on Record, because the button that opened the dialog was replaced', async () => {
  const { screen, button } = await showRecorder();
  await button('Settings').click();
  const settings = screen.getByRole('dialog');
  await expect.element(settings.getByRole('combobox', { name: 'Camera' })).toBeVisible();
  await recorder.turnOn({});
  await expect.poll(() => recorder.state.stage, SLOW).toBe('ready');
  await settings.getByRole('button', { name: 'Done' }).click();
  await expect.element(button('Record')).toHaveFocus();
});

test('[UP-08] deleting a recording asks first; Cancel leaves it paused', async () => {
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

test('[UP-08] closing during a recording asks first; leaving saves it on the device', async () => {
  const { button, record, dialog, onClose } = await showRecorder();
  await record();
  await button('Close the recorder').click();
  await expect.element(dialog.getByText(/stays on this device/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  // Leaving the page disposes the recorder.
  recorder.dispose();
  await expect.poll(() => listTakes(USER_ID), SLOW).toMatchObject([{ prompt: PROMPT, place: 'device' }]);
});

test('[UP-08] an unplugged camera ends the recording, which is shown with an explanation', async () => {
  const { screen, record, button } = await showRecorder();
  await record();
  const [track] = recorder.state.stream?.getVideoTracks() ?? [];
  // Simulates an unplugged camera.
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

test('[UP-08] a camera in use by another program shows an explanation', async () => {
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

test('[UP-08] without a camera, or at an insecure address, the screen explains it and offers an upload', async () => {
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

test('[UP-08] without file storage the recording is kept in memory, and a warning says so', async () => {
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
