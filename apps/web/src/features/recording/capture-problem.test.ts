import { expect, it } from 'vitest';
import { type Circumstances, canGoSilent, captureProblem, howToAllow } from './capture-problem.ts';

const known: Circumstances = {
  name: 'NotAllowedError',
  message: 'Permission denied',
  hasCamera: true,
  hasMicrophone: true,
  camera: 'denied',
  microphone: 'denied',
};

it('[UP-08] tells why there is no picture', () => {
  expect(captureProblem(known)).toBe('refused');
  expect(captureProblem({ ...known, camera: 'prompt', message: 'Permission dismissed' })).toBe('dismissed');
  expect(captureProblem({ ...known, camera: 'granted' })).toBe('microphone-refused');
  expect(captureProblem({ ...known, camera: null, microphone: null })).toBe('refused');
  expect(captureProblem({ ...known, name: 'NotFoundError', hasCamera: false })).toBe('no-camera');
  expect(captureProblem({ ...known, name: 'NotFoundError', hasMicrophone: false })).toBe('no-microphone');
  expect(captureProblem({ ...known, name: 'NotReadableError' })).toBe('in-use');
  expect(captureProblem({ ...known, name: 'TypeError' })).toBe('failed');
});

it('[UP-08] offers a silent recording only where the microphone is what is missing', () => {
  expect(canGoSilent('no-microphone')).toBe(true);
  expect(canGoSilent('microphone-refused')).toBe(true);
  expect(canGoSilent('no-camera')).toBe(false);
  expect(canGoSilent('refused')).toBe(false);
});

it('[UP-08] says how to allow the camera in the words of each browser', () => {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(howToAllow(`Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/140.0.0.0 Safari/537.36`)).toMatch(/left of/);
  expect(howToAllow(`Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/140.0.0.0 Mobile Safari/537.36`)).toMatch(
    /Permissions/,
  );
  expect(howToAllow('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toMatch(/Blocked/);
  expect(howToAllow('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15')).toMatch(
    /menu Safari/,
  );
  expect(howToAllow('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toMatch(
    /Website Settings/,
  );
  expect(howToAllow('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1')).toMatch(
    /settings of this device/,
  );
  expect(howToAllow('something else')).toMatch(/allow the camera/);
});
