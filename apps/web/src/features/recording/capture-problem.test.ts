import { expect, it } from 'vitest';
import { type CaptureFailure, canRecordWithoutSound, howToAllow, toCaptureProblem } from './capture-problem.ts';

const failure: CaptureFailure = {
  name: 'NotAllowedError',
  message: 'Permission denied',
  hasCamera: true,
  hasMicrophone: true,
  camera: 'denied',
  microphone: 'denied',
};

it('[UP-08] determines why there is no picture', () => {
  expect(toCaptureProblem(failure)).toBe('blocked');
  expect(toCaptureProblem({ ...failure, camera: 'prompt', message: 'Permission dismissed' })).toBe('dismissed');
  expect(toCaptureProblem({ ...failure, camera: 'granted' })).toBe('microphone-blocked');
  expect(toCaptureProblem({ ...failure, camera: null, microphone: null })).toBe('blocked');
  expect(toCaptureProblem({ ...failure, name: 'NotFoundError', hasCamera: false })).toBe('no-camera');
  expect(toCaptureProblem({ ...failure, name: 'NotFoundError', hasMicrophone: false })).toBe('no-microphone');
  expect(toCaptureProblem({ ...failure, name: 'NotReadableError' })).toBe('in-use');
  expect(toCaptureProblem({ ...failure, name: 'TypeError' })).toBe('failed');
});

it('[UP-08] offers a recording without sound only if just the microphone is missing', () => {
  expect(canRecordWithoutSound('no-microphone')).toBe(true);
  expect(canRecordWithoutSound('microphone-blocked')).toBe(true);
  expect(canRecordWithoutSound('no-camera')).toBe(false);
  expect(canRecordWithoutSound('blocked')).toBe(false);
});

it('[UP-08] explains how to allow the camera with the labels of each browser', () => {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(howToAllow(`Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/140.0.0.0 Safari/537.36`)).toMatch(/left of/);
  expect(howToAllow(`Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/140.0.0.0 Mobile Safari/537.36`)).toMatch(
    /Permissions/,
  );
  expect(howToAllow('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toMatch(/Blocked/);
  expect(howToAllow('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15')).toMatch(
    /Safari menu/,
  );
  expect(howToAllow('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toMatch(
    /Website Settings/,
  );
  expect(howToAllow('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1')).toMatch(
    /settings of this device/,
  );
  expect(howToAllow('something else')).toMatch(/allow the camera/);
});
