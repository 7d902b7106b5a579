import { recording as text } from '@kinreel/messages/en/recording';
import { type CaptureProblem, type DevicePermission, toCaptureProblem } from './capture-problem.ts';

/** A camera or microphone to choose. */
export interface Device {
  id: string;
  label: string;
}

/** The chosen devices. With an empty id the browser chooses. */
export interface DeviceChoice {
  camera: string;
  microphone: string;
  /** On a phone: the front or back camera. */
  facing: 'user' | 'environment';
  /** Whether to record without sound. */
  silent: boolean;
}

/** The camera or the microphone cannot be used. */
export class CaptureError extends Error {
  readonly problem: CaptureProblem;
  constructor(problem: CaptureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Without it, Chromium crops the picture of a camera in portrait format to a square, which cuts off heads. Other
 * browsers ignore it; TypeScript's types do not contain it.
 */
const WHOLE_PICTURE = { resizeMode: 'none' };

/** Key in local storage. */
const KEY = 'recorderDevices';

/** The last chosen devices. */
export function savedChoice(): DeviceChoice {
  const { camera = '', microphone = '' } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DeviceChoice>;
  return { camera, microphone, facing: 'user', silent: false };
}

export function saveChoice({ camera, microphone }: DeviceChoice): void {
  localStorage.setItem(KEY, JSON.stringify({ camera, microphone }));
}

/**
 * Opens the chosen devices, or others if a chosen one is not connected. The browser may ask for permission.
 * @throws CaptureError
 */
export async function openDevices(choice: DeviceChoice): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CaptureError('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CaptureError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: {
        width: { ideal: 1280 },
        height: { ideal: 720 },
        frameRate: { ideal: 30 },
        ...WHOLE_PICTURE,
        ...(choice.camera ? { deviceId: await wanted(choice.camera) } : { facingMode: { ideal: choice.facing } }),
      },
      audio: choice.silent ? false : choice.microphone ? { deviceId: await wanted(choice.microphone) } : true,
    });
  } catch (error) {
    const { name, message } = error as Error;
    const [all, camera, microphone] = await Promise.all([
      navigator.mediaDevices.enumerateDevices().catch(() => []),
      permission('camera'),
      permission('microphone'),
    ]);
    const hasCamera = all.some(({ kind }) => kind === 'videoinput');
    const hasMicrophone = all.some(({ kind }) => kind === 'audioinput');
    throw new CaptureError(toCaptureProblem({ name, message, hasCamera, hasMicrophone, camera, microphone }));
  }
}

/**
 * Requires a device if it is connected: with a mere preference, a browser may choose another camera with a better
 * resolution. Before the permission is granted, browsers do not list devices; then it is only preferred.
 */
async function wanted(deviceId: string): Promise<ConstrainDOMStringParameters> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.some((device) => device.deviceId === deviceId) ? { exact: deviceId } : { ideal: deviceId };
}

/** Cameras and microphones with their names. Browsers reveal the names after the permission is granted. */
export async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind, numbered: (params: { number: number }) => string) =>
    all
      .filter((device) => device.kind === kind && device.deviceId)
      .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || numbered({ number: index + 1 }) }));
  return {
    cameras: ofKind('videoinput', text.cameraNumber),
    microphones: ofKind('audioinput', text.microphoneNumber),
  };
}

/** Whether the camera faces the person, who then expects a mirrored preview. */
export function isFrontCamera(stream: MediaStream | null): boolean {
  return stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
}

/** Whether the camera can be turned on without a permission request. */
export async function isAllowed(): Promise<boolean> {
  return (await permission('camera')) === 'granted' && (await permission('microphone')) !== 'prompt';
}

async function permission(name: 'camera' | 'microphone'): Promise<DevicePermission> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return null;
  }
}
