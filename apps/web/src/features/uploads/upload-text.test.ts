import { describe, expect, it } from 'vitest';
import { announcement, badgeLabel, errorText, percentSent, rowLabel } from './upload-text.ts';
import type { UploadPhase } from './upload-types.ts';

const upload = (phase: UploadPhase, hasPrompt = true) => ({
  phase,
  prompt: hasPrompt ? { id: 1, prompt: 'What was your first job?' } : null,
  sent: 456,
  file: { name: 'IMG_1234.mov', size: 1000, lastModified: 7 },
});

describe('the texts of an upload', () => {
  it('[UP-04] label the badge', () => {
    const labels = (['sending', 'paused', 'connectionLost', 'fileNeeded', 'publishing', 'failed'] as const).map(
      (phase) => badgeLabel(upload(phase)),
    );
    expect(labels).toEqual([
      'Uploading: 45%. Open upload',
      'Upload paused at 45%. Open upload',
      'Upload is waiting for the connection. Open upload',
      'Upload needs your video again. Open upload',
      'Uploading: 100%. Open upload',
      'Upload failed. Open upload',
    ]);
    expect(badgeLabel(upload('sending', false))).toBe('Your video needs a question, 45% uploaded. Open upload');
  });

  it('[PROF-07] label the row in the list', () => {
    expect(rowLabel(upload('sending'))).toBe('Uploading: 45%');
    expect(rowLabel(upload('sending', false))).toBe('Uploading: 45%. Choose a question.');
    expect(rowLabel(upload('connectionLost'))).toBe('Connection lost. Upload resumes automatically.');
  });

  it('[UP-04] are announced in steps, not for each percent', () => {
    expect(announcement(upload('sending'))).toBe('Uploading: 40%');
    expect(announcement(upload('failed'))).toBe('');
  });

  it('[UP-04] show 100 percent only after all bytes have arrived', () => {
    expect(percentSent({ ...upload('sending'), sent: 999 })).toBe(99);
    expect(percentSent(upload('promptNeeded'))).toBe(100);
  });

  it('[UP-07] explain why it failed and what to do next', () => {
    expect(errorText({ code: 'upload.missing' })).toBe('This upload expired. Please upload it again.');
    expect(errorText({ code: 'video.quota', params: { max_bytes: 5_000_000_000 } })).toContain('5.0 GB');
    expect(errorText({ code: 'network.down' })).toMatch(/internet connection/);
    expect(errorText({ code: 'something.new' })).toBe('Something went wrong. Please try again.');
  });
});
