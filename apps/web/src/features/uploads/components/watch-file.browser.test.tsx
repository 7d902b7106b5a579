import { uploads as text } from '@kinreel/messages/en/uploads';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { redVideo } from '../../../testing/growing-video.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { addFile } from '../upload-files.ts';
import type { Upload } from '../upload-types.ts';
import { UploadProgress } from './upload-progress.tsx';

afterEach(() => vi.restoreAllMocks());

/** An upload in progress. @param file null: it is on another device */
async function show(file: File | null, change: Partial<Upload> = {}) {
  const upload: Upload = {
    key: 'a',
    source: { kind: 'file' },
    prompt: { id: 1, prompt: 'What was your first job?' },
    file: { name: 'mill.mov', size: 40_000_000, lastModified: 1 },
    uploadId: 'b',
    fileKey: file && addFile(file),
    phase: 'sending',
    attempt: 1,
    isCreating: false,
    isComplete: false,
    isResumed: false,
    isFileSaved: false,
    sha256: null,
    sent: 1_000_000,
    accepted: 0,
    speed: null,
    secondsLeft: null,
    failures: 0,
    error: null,
    otherFile: null,
    ...change,
  };
  const screen = await renderComponent(<UploadProgress upload={upload} />);
  return {
    screen,
    watch: screen.getByRole('button', { name: text.watchFile }),
    dialog: screen.getByRole('dialog', { name: text.yourVideo }),
  };
}

test('a local video can be watched while it is sent, and its URL is revoked when the dialog closes', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const { watch, dialog } = await show(redVideo('mill.mov'));
  (watch.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Play' }).click();
  const element = dialog.element().querySelector('video') as HTMLVideoElement;
  await expect.poll(() => element.currentTime).toBeGreaterThan(0.2);
  expect(element.videoWidth).toBe(32);
  const { src } = element;
  expect(src).toMatch(/^blob:/);
  expect(revoke).not.toHaveBeenCalled();

  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => revoke.mock.calls).toEqual([[src]]);
  await expect.element(watch).toHaveFocus();
});

test.each([
  ['of an unknown kind', new File(['Dear Odalie,'.repeat(200)], 'letter.mov', { type: 'video/quicktime' })],
  ['whose picture has an unknown codec', soundAlone('tape.mov')],
])('a file %s shows a text that it can be watched later', async (_kind, file) => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const { watch, dialog } = await show(file);
  await watch.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text.cannotShowFile);
  await expect.element(dialog.getByRole('button', { name: 'Play' })).not.toBeInTheDocument();
  await expect.poll(() => revoke.mock.calls.length).toBe(1);
});

test('renders nothing if the file is on another device or is not a video', async () => {
  const elsewhere = await show(null, { phase: 'fileNeeded' });
  await expect.element(elsewhere.screen.getByText('mill.mov', { exact: true })).toBeVisible();
  await expect.element(elsewhere.watch).not.toBeInTheDocument();
  await elsewhere.screen.unmount();

  const lost = await show(redVideo('mill.mov'), { phase: 'failed', error: { code: 'server.failed', params: {} } });
  await expect.element(lost.watch).toBeVisible();
  await lost.screen.unmount();

  const refused = await show(redVideo('mill.mov'), {
    phase: 'failed',
    error: { code: 'video.not_a_video', params: {} },
  });
  await expect.element(refused.screen.getByRole('alert')).toBeVisible();
  await expect.element(refused.watch).not.toBeInTheDocument();
});

/** A tenth of a second of silence as WAV: what a browser plays of a video with an unknown codec. */
function soundAlone(name: string): File {
  const bytes = 800;
  const header = new DataView(new ArrayBuffer(44));
  const words = { 0: 'RIFF', 8: 'WAVE', 12: 'fmt ', 36: 'data' };
  for (const [at, word] of Object.entries(words)) {
    for (const [i, letter] of [...word].entries()) header.setUint8(Number(at) + i, letter.charCodeAt(0));
  }
  // 8000 bytes per second: one channel with 8 bits.
  for (const [at, value] of Object.entries({ 4: 36 + bytes, 16: 16, 24: 8000, 28: 8000, 40: bytes })) {
    header.setUint32(Number(at), value, true);
  }
  for (const [at, value] of Object.entries({ 20: 1, 22: 1, 32: 1, 34: 8 })) header.setUint16(Number(at), value, true);
  return new File([header, new Uint8Array(bytes).fill(128)], name, { type: 'video/quicktime' });
}
