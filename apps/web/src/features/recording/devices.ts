import { type CaptureProblem, captureProblem, type Permission } from './capture-problem.ts';

/** A camera or microphone that can be chosen. */
export interface Device {
  id: string;
  label: string;
}

/** Which devices a person wants; empty ids leave the choice to the browser. */
export interface DeviceChoice {
  camera: string;
  microphone: string;
  /** On a phone: the camera towards the person, or the other one. */
  facing: 'user' | 'environment';
  /** Record without sound. */
  silent: boolean;
}

export class CaptureError extends Error {
  readonly problem: CaptureProblem;
  constructor(problem: CaptureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Where the choice is remembered on this device. */
const KEY = 'recorderDevices';

export function rememberedChoice(): DeviceChoice {
  const { camera = '', microphone = '' } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DeviceChoice>;
  return { camera, microphone, facing: 'user', silent: false };
}

export function rememberChoice({ camera, microphone }: DeviceChoice): void {
  localStorage.setItem(KEY, JSON.stringify({ camera, microphone }));
}

/**
 * Picture and sound of the chosen devices; where one of them is gone, of another. Asks the person where the browser has to.
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
        ...(choice.camera ? { deviceId: { ideal: choice.camera } } : { facingMode: { ideal: choice.facing } }),
      },
      audio: choice.silent ? false : choice.microphone ? { deviceId: { ideal: choice.microphone } } : true,
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
    throw new CaptureError(captureProblem({ name, message, hasCamera, hasMicrophone, camera, microphone }));
  }
}

/** Cameras and microphones by their names; the names are known once the person has allowed them. */
export async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const of = (kind: MediaDeviceKind, word: string) =>
    all
      .filter((device) => device.kind === kind && device.deviceId)
      .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `${word} ${index + 1}` }));
  return { cameras: of('videoinput', 'Camera'), microphones: of('audioinput', 'Microphone') };
}

/** Whether the camera may be turned on without asking. */
export async function isAllowed(): Promise<boolean> {
  return (await permission('camera')) === 'granted' && (await permission('microphone')) !== 'prompt';
}

async function permission(name: 'camera' | 'microphone'): Promise<Permission> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return null;
  }
}
