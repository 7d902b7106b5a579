import { describe, expect, it } from 'vitest';
import {
  endOfLink,
  linkEnding,
  linkForReading,
  shareLabel,
  startOfMessage,
  videoAddress,
  visitorsInWords,
} from './share-text.ts';

describe('the words of sharing', () => {
  it('[SHARE-04] names the video by its own address', () => {
    expect(videoAddress('https://kinreel.example', 'u1', 'v1')).toBe(
      'https://kinreel.example/user/u1/videos?autoplay=v1',
    );
  });

  it('[SHARE-02] starts the message with the words of the specification', () => {
    expect(startOfMessage('How did you two meet?')).toBe(
      "Here's a video I'd like to share with you: How did you two meet?",
    );
  });

  it('[SHARE-05] shows a link so that it can be read and told apart', () => {
    expect(linkForReading('https://kinreel.example/s/7fQ2mX9k')).toBe('kinreel.example/s/7fQ2mX9k');
    expect(linkEnding('https://kinreel.example/s/7fQ2mX9k')).toBe('…/s/7fQ2mX9k');
    expect(linkEnding('https://kinreel.example/s/7fQ2mX9kAbCdEfGhIjKl')).toBe('…/s/7fQ2mX9k…');
  });

  it('[SHARE-05] names who came by a link', () => {
    const people = [
      { first_name: 'Tavi', last_name: 'Fennick' },
      { first_name: 'Ismene', last_name: 'Vale' },
      { first_name: 'Bram', last_name: 'Ollerton' },
    ];
    expect(visitorsInWords([])).toBe('nobody has logged in by it');
    expect(visitorsInWords(people.slice(0, 1))).toBe('Tavi Fennick');
    expect(visitorsInWords(people.slice(0, 2))).toBe('Tavi Fennick and 1 other');
    expect(visitorsInWords(people)).toBe('Tavi Fennick and 2 others');
  });

  it('[SHARE-05] ends a link when it was asked to', () => {
    const now = new Date('2026-11-02T10:00:00Z');
    expect(endOfLink('', now)).toBeUndefined();
    expect(endOfLink('7', now)).toBe('2026-11-09T10:00:00.000Z');
    expect(endOfLink('30', now)).toBe('2026-12-02T10:00:00.000Z');
  });

  it('[SHARE-02] counts the people on the button', () => {
    expect([0, 1, 2].map(shareLabel)).toEqual(['Share', 'Share with 1 person', 'Share with 2 people']);
  });
});
