import { MIN_VIDEO_BYTES } from '@kinreel/contracts/constants';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../../testing/render-component.tsx';
import { VideoDropArea } from './video-drop-area.tsx';

test('[UP-01][UP-02] rejects a file that is too small for a video before anything is sent', async () => {
  const onFile = vi.fn();
  const screen = await renderComponent(<VideoDropArea onFile={onFile} />);
  const input = screen.getByLabelText('Click or Drag 1 Video Here');
  const file = (bytes: number) => new File([new Uint8Array(bytes)], 'clip.mp4', { type: 'video/mp4' });
  await userEvent.upload(input, file(48));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Video files only');
  await userEvent.upload(input, file(0));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This file is empty. Please choose another one.');
  expect(onFile).not.toHaveBeenCalled();
  await userEvent.upload(input, file(MIN_VIDEO_BYTES));
  await expect.poll(() => onFile.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('[UP-01][UP-02] accepts a video file with a type that the system does not know, but not a text file', async () => {
  const onFile = vi.fn();
  const screen = await renderComponent(<VideoDropArea onFile={onFile} />);
  const input = screen.getByLabelText('Click or Drag 1 Video Here');
  const bytes = new Uint8Array(MIN_VIDEO_BYTES);
  await userEvent.upload(input, new File([bytes], 'letter.txt', { type: 'text/plain' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Video files only');
  await userEvent.upload(input, new File([bytes], 'Wedding 1998.dv', { type: '' }));
  await expect.poll(() => onFile.mock.calls.length).toBe(1);
});
