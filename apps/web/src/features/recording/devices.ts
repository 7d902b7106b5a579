import { recording as text } from '@kinreel/messages/en/recording';
import { type CaptureProblem, type DevicePermission, toCaptureProblem } from './capture-problem.ts';

/** A camera or microphone that can be chosen. */
export interface Device {
  id: string;
  label: string;
}

/** The devices that a person has chosen; with an empty id the browser chooses. */
export interface DeviceChoice {
  camera: string;
  microphone: string;
  /** On a phone: the front camera or the one on the back. */
  facing: 'user' | 'environment';
  /** Record without sound. */
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
 * Without it, Chromium crops the picture of an upright camera to a square, and cuts off heads. Browsers that do not know it
 * ignore it; TypeScript does not know it either.
 */
const WHOLE_PICTURE = { resizeMode: 'none' };

/** Key in local storage. */
const KEY = 'recorderDevices';

/** The devices that were chosen the last time. */
export function savedChoice(): DeviceChoice {
  const { camera = '', microphone = '' } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DeviceChoice>;
  return { camera, microphone, facing: 'user', silent: false };
}

export function saveChoice({ camera, microphone }: DeviceChoice): void {
  localStorage.setItem(KEY, JSON.stringify({ camera, microphone }));
}

/**
 * Open the chosen devices, or others if a chosen one is not connected. The browser may ask the person for permission.
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
 * Requires a device that is connected: a browser may prefer another camera with a better resolution to one that is only
 * preferred. Browsers name no devices before the person has allowed them; then it can only be preferred.
 */
async function wanted(deviceId: string): Promise<ConstrainDOMStringParameters> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.some((device) => device.deviceId === deviceId) ? { exact: deviceId } : { ideal: deviceId };
}

/** Cameras and microphones with their names. Browsers tell the names after the person has allowed the devices. */
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

/** Whether the camera shows the person, who expects to see a mirror then. */
export function isFrontCamera(stream: MediaStream | null): boolean {
  return stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
}

/** Whether the camera can be turned on without a question of the browser. */
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
