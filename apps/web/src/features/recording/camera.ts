import { freeBytes, hasDeviceStorage } from './device-storage.ts';
import { CaptureError, type Device, type DeviceChoice, listDevices, openDevices } from './devices.ts';
import type { EncodingPlan } from './encoding.ts';
import { planEncoding } from './plan-encoding.ts';
import type { Take } from './take.ts';

/** Minimum free space to start a recording: about half a minute of video. */
const MIN_FREE_BYTES = 10_000_000;

/** An open camera and its recording options. */
export interface Camera {
  stream: MediaStream;
  plan: EncodingPlan;
  cameras: Device[];
  microphones: Device[];
  /** Minutes of video that fit on the device; null if the browser does not tell. */
  minutesLeft: number | null;
  /** Where a recording will be stored. */
  place: Take['place'];
}

/**
 * Opens the chosen devices and checks whether they can be recorded. When `signal` is aborted, turns the devices off
 * again.
 * @throws CaptureError
 * @throws DOMException `AbortError`
 */
export async function openCamera(choice: DeviceChoice, signal: AbortSignal): Promise<Camera> {
  const stream = await openDevices(choice);
  try {
    signal.throwIfAborted();
    const plan = await planEncoding(stream);
    const free = await freeBytes();
    const devices = await listDevices();
    const place = (await hasDeviceStorage()) ? 'device' : 'memory';
    signal.throwIfAborted();
    if (!plan) throw new CaptureError('unsupported');
    if (free !== null && free < MIN_FREE_BYTES) throw new CaptureError('no-space');
    const minutesLeft = free === null ? null : free / plan.bytesPerSecond / 60;
    return { stream, plan, ...devices, minutesLeft, place };
  } catch (error) {
    stopDevices(stream);
    throw error;
  }
}

/** Turns the devices of a stream off without calling its listeners. */
export function stopDevices(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.onmute = null;
    track.stop();
  }
}
