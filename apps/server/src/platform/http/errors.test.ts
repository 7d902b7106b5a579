import { MAX_PHOTO_BYTES } from '@kinreel/contracts';
import { describe, expect, test } from 'vitest';
import { DomainError } from './errors.ts';

describe('an expected error', () => {
  test('[ERR-02] has status, code and an English sentence', () => {
    const error = new DomainError('video.missing');
    expect(error.status).toBe(404);
    expect(error.toBody()).toEqual({ code: 'video.missing', message: 'We could not find this video.' });
  });

  test('contains sizes, durations and numbers in its sentence, and as params', () => {
    expect(new DomainError('photo.too_large', { params: { max_bytes: MAX_PHOTO_BYTES } }).toBody()).toEqual({
      code: 'photo.too_large',
      message: 'This photo is too large. Please choose one under 21 MB.',
      params: { max_bytes: MAX_PHOTO_BYTES },
    });
    expect(new DomainError('video.too_long', { params: { max_seconds: 7200 } }).message).toBe(
      'This video is too long. A video can be up to 2 hr long.',
    );
    const tooMany = (max_uploads: number) => new DomainError('upload.too_many', { params: { max_uploads } }).message;
    expect(tooMany(1)).toContain('1 unfinished upload.');
    expect(tooMany(20)).toContain('20 unfinished uploads.');
  });
});
