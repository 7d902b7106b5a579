import { describe, expect, it } from 'vitest';
import { badgeLabel, percentSent, rowLabel, spokenStatus } from './upload-text.ts';
import type { UploadPhase } from './upload-types.ts';

const upload = (phase: UploadPhase, prompted = true) => ({
  phase,
  prompt: prompted ? { id: 1, prompt: 'What was your first job?' } : null,
  sent: 456,
  file: { name: 'IMG_1234.mov', size: 1000, lastModified: 7 },
});

describe('how an upload stands, in words', () => {
  it('[UP-04] on the badge', () => {
    const words = (['sending', 'paused', 'connectionLost', 'fileNeeded', 'publishing', 'failed'] as const).map(
      (phase) => badgeLabel(upload(phase)),
    );
    expect(words).toEqual([
      'Uploading 45 %. Open it',
      'The upload is paused at 45 %. Open it',
      'The upload waits for the connection. Open it',
      'The upload needs your video once more. Open it',
      'Uploading 100 %. Open it',
      'The upload has stopped. Open it',
    ]);
    expect(badgeLabel(upload('sending', false))).toBe('Your video needs a prompt, 45 % of it is sent. Open it');
  });

  it('[PROF-07] in the list', () => {
    expect(rowLabel(upload('sending'))).toBe('Sending 45 %');
    expect(rowLabel(upload('sending', false))).toBe('Sending 45 %, the prompt is missing');
    expect(rowLabel(upload('connectionLost'))).toBe('Waiting for the connection. Your video goes on by itself.');
  });

  it('[UP-04] aloud in steps, so that nobody is told each per cent', () => {
    expect(spokenStatus(upload('sending'))).toBe('Uploading 40 %');
    expect(spokenStatus(upload('failed'))).toBe('');
  });

  it('[UP-04] in per cent: all of it only once all of it is sent', () => {
    expect(percentSent({ ...upload('sending'), sent: 999 })).toBe(99);
    expect(percentSent(upload('promptNeeded'))).toBe(100);
  });
});
