import { shareMessage } from '@kinreel/messages/en/share-message';
import { describe, expect, it } from 'vitest';
import { displayUrl } from '../../shared/format/display-url.ts';
import { linkExpiry, shareLabel, shortUrl, videoUrl, visitorsText } from './share-text.ts';

describe('share texts', () => {
  it('[SHARE-04] builds the URL of a video', () => {
    expect(videoUrl('https://kinreel.example', 'u1', 'v1')).toBe('https://kinreel.example/user/u1/videos?autoplay=v1');
  });

  it('[SHARE-02] starts the message as specified', () => {
    expect(shareMessage.message({ prompt: 'How did you two meet?' })).toBe(
      "Here's a video I'd like to share with you: How did you two meet?",
    );
  });

  it('[SHARE-05] shortens links for display', () => {
    expect(displayUrl('https://kinreel.example/s/7fQ2mX9k')).toBe('kinreel.example/s/7fQ2mX9k');
    expect(shortUrl('https://kinreel.example/s/7fQ2mX9k')).toBe('…/s/7fQ2mX9k');
    expect(shortUrl('https://kinreel.example/s/7fQ2mX9kAbCdEfGhIjKl')).toBe('…/s/7fQ2mX9k…');
  });

  it('[SHARE-05] lists the visitors of a link', () => {
    const people = [
      { first_name: 'Tavi', last_name: 'Fennick' },
      { first_name: 'Ismene', last_name: 'Vale' },
      { first_name: 'Bram', last_name: 'Ollerton' },
    ];
    expect(visitorsText([])).toBe('Nobody has logged in with it yet');
    expect(visitorsText(people.slice(0, 1))).toBe('Opened by Tavi Fennick');
    expect(visitorsText(people.slice(0, 2))).toBe('Opened by Tavi Fennick and 1 other person');
    expect(visitorsText(people)).toBe('Opened by Tavi Fennick and 2 other people');
  });

  it('[SHARE-05] computes when a link expires', () => {
    const now = new Date('2026-11-02T10:00:00Z');
    expect(linkExpiry('', now)).toBeUndefined();
    expect(linkExpiry('7', now)).toBe('2026-11-09T10:00:00.000Z');
    expect(linkExpiry('30', now)).toBe('2026-12-02T10:00:00.000Z');
  });

  it('[SHARE-02] shows the number of people on the button', () => {
    expect([0, 1, 2].map(shareLabel)).toEqual(['Share', 'Share with 1 person', 'Share with 2 people']);
  });
});
