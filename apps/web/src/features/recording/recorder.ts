import { DEFAULT_MAX_VIDEO_SECONDS } from '@kinreel/contracts/constants';
import type { CaptureProblem } from './capture-problem.ts';
import {
  CaptureError,
  type Device,
  type DeviceChoice,
  isAllowed,
  listDevices,
  openDevices,
  rememberChoice,
  rememberedChoice,
} from './devices.ts';
import { type Elapsed, elapsedMs, goOn, NOT_STARTED, standStill } from './elapsed.ts';
import type { Encoding, EncodingPlan } from './encoding.ts';
import { planEncoding } from './plan-encoding.ts';
import {
  beginTake,
  canKeepOnDevice,
  discardTake,
  isFull,
  keepForGood,
  type OpenTake,
  putBack,
  roomLeft,
  sendOff,
  type Take,
  type TakePrompt,
} from './take-store.ts';
import { videoLength } from './video-length.ts';
import { holdScreenAwake } from './wake-lock.ts';

/** Where a recording stands. */
export type Stage =
  /** Nothing is turned on yet; the person is told what will be asked. */
  | 'off'
  /** The camera is being turned on. */
  | 'opening'
  | 'ready'
  | 'counting'
  | 'recording'
  | 'paused'
  /** The last bytes are being written. */
  | 'finishing'
  | 'review'
  | 'problem';

/** Why a recording ended by itself. */
export type Ending = 'unplugged' | 'full' | 'too-long' | 'failed';

export interface RecorderState {
  stage: Stage;
  problem: CaptureProblem | null;
  stream: MediaStream | null;
  cameras: Device[];
  microphones: Device[];
  choice: DeviceChoice;
  /** Seconds until it begins. */
  count: number;
  elapsed: Elapsed;
  /** Minutes that there is room for; null while unknown. */
  minutesLeft: number | null;
  place: Take['place'];
  take: Take | null;
  /** Length of the take in seconds; null while unknown. */
  seconds: number | null;
  ending: Ending | null;
  /** It was stopped before there was a second of it. */
  tooShort: boolean;
}

/** The countdown, in seconds. */
export const COUNT_FROM = 3;

/** With less room than this a recording is not begun, in bytes: about half a minute. */
const LEAST_ROOM = 10_000_000;

/** How often the length is looked at, in milliseconds. */
const CHECK_MS = 1000;

const now = () => performance.now();

/** Camera, countdown, recording, review. What people see of it is in `state`; `subscribe` tells of every change. */
export class Recorder {
  state: RecorderState = {
    stage: 'off',
    problem: null,
    stream: null,
    cameras: [],
    microphones: [],
    choice: rememberedChoice(),
    count: 0,
    elapsed: NOT_STARTED,
    minutesLeft: null,
    place: 'device',
    take: null,
    seconds: null,
    ending: null,
    tooShort: false,
  };
  readonly #listeners = new Set<() => void>();
  readonly #userId: string;
  #plan: EncodingPlan | null = null;
  #encoding: Encoding | null = null;
  #open: OpenTake | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #releaseWakeLock: () => void = () => {};
  #gone = false;
  /** Counts the openings of the camera: an answer that was overtaken by another one is dropped. */
  #opening = 0;

  constructor(userId: string) {
    this.#userId = userId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Turn the camera on where the person has allowed it before; otherwise wait to be asked. */
  async arrive(): Promise<void> {
    if (window.isSecureContext && !(await isAllowed())) return;
    if (this.state.stage === 'off' && !this.#gone) await this.turnOn();
  }

  /** Camera and microphone on, as chosen. */
  async turnOn(change: Partial<DeviceChoice> = {}): Promise<void> {
    const choice = { ...this.state.choice, ...change };
    this.#opening += 1;
    const opening = this.#opening;
    this.#stopStream();
    this.#set({ stage: 'opening', problem: null, choice, take: null, seconds: null, ending: null });
    try {
      const stream = await openDevices(choice);
      if (opening !== this.#opening || this.#gone) return stop(stream);
      this.#plan = await planEncoding(stream);
      const room = await roomLeft();
      const devices = await listDevices();
      const place = (await canKeepOnDevice()) ? 'device' : 'memory';
      if (opening !== this.#opening || this.#gone) return stop(stream);
      const problem = !this.#plan ? 'unsupported' : room !== null && room < LEAST_ROOM ? 'no-room' : null;
      if (problem) {
        stop(stream);
        return this.#set({ stage: 'problem', problem });
      }
      rememberChoice(choice);
      for (const track of stream.getTracks()) {
        track.onended = () => this.#deviceGone();
        // A phone takes the camera away while another app is in front.
        track.onmute = () => document.visibilityState === 'hidden' && this.pause();
      }
      const minutesLeft = room === null || !this.#plan ? null : room / this.#plan.bytesPerSecond / 60;
      this.#set({ ...devices, stage: 'ready', stream, minutesLeft, place });
    } catch (error) {
      if (opening !== this.#opening || this.#gone) return;
      this.#set({ stage: 'problem', problem: error instanceof CaptureError ? error.problem : 'failed' });
    }
  }

  /** Count down, then record the answer to this question. */
  countDown(prompt: TakePrompt): void {
    if (this.state.stage !== 'ready') return;
    this.#set({ stage: 'counting', count: COUNT_FROM, tooShort: false });
    this.#timer = setInterval(() => {
      const count = this.state.count - 1;
      this.#set({ count });
      if (count > 0) return;
      clearInterval(this.#timer);
      void this.#begin(prompt);
    }, 1000);
  }

  /** "Not yet" during the countdown. */
  notYet(): void {
    if (this.state.stage !== 'counting' || this.state.count === 0) return;
    clearInterval(this.#timer);
    this.#set({ stage: 'ready' });
  }

  pause(): void {
    if (this.state.stage !== 'recording') return;
    this.#encoding?.pause();
    this.#set({ stage: 'paused', elapsed: standStill(this.state.elapsed, now()) });
  }

  resume(): void {
    if (this.state.stage !== 'paused') return;
    this.#encoding?.resume();
    this.#set({ stage: 'recording', elapsed: goOn(this.state.elapsed, now()) });
  }

  /** End the recording and show it. */
  async finish(ending: Ending | null = null): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#stopClock();
    this.#set({ stage: 'finishing', elapsed: standStill(this.state.elapsed, now()) });
    // A failure here is one of the last second: what was written before it is kept.
    await this.#encoding?.finish().catch(() => null);
    this.#encoding = null;
    this.#stopStream();
    const take = await open.close().catch(() => null);
    if (this.#gone) return take ? putBack(take.id) : discardTake(open.note);
    if (take) return this.review(take, ending);
    await discardTake(open.note);
    if (ending === 'full') return this.#set({ stage: 'problem', problem: 'no-room' });
    await this.turnOn();
    this.#set({ tooShort: true });
  }

  /** Throw away what is being recorded, and be ready for another try. */
  async startOver(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#stopClock();
    this.#set({ stage: 'opening' });
    await this.#encoding?.finish().catch(() => null);
    this.#encoding = null;
    await open.close().catch(() => null);
    await discardTake(open.note);
    if (!this.#gone) await this.turnOn();
  }

  /** Show a take that this tab holds. */
  async review(take: Take, ending: Ending | null = null): Promise<void> {
    this.#opening += 1;
    this.#stopStream();
    this.#set({ stage: 'review', take, ending, place: take.place, seconds: null, problem: null });
    const seconds = await videoLength(take.file);
    if (this.state.take === take) this.#set({ seconds });
  }

  /** Throw the shown take away, and be ready for another one. */
  async retake(): Promise<void> {
    const { take } = this.state;
    if (!take) return;
    await discardTake(take);
    await this.turnOn();
  }

  /** The shown take is sent from now on: it is no longer the recorder's to give back. */
  handOver(): void {
    if (this.state.take) sendOff(this.state.take.id);
    this.#set({ take: null });
  }

  /** The page goes: what is being recorded is ended and kept, and the camera turned off. */
  dispose(): void {
    this.#gone = true;
    this.#opening += 1;
    clearInterval(this.#timer);
    const { take } = this.state;
    if (take) void putBack(take.id);
    if (this.#open) void this.finish();
    else this.#stopStream();
    this.#listeners.clear();
  }

  async #begin(prompt: TakePrompt): Promise<void> {
    const plan = this.#plan;
    const { stage } = this.state;
    if (!plan || stage !== 'counting') return;
    let failed = false;
    try {
      const open = await beginTake({ userId: this.#userId, prompt, mime: plan.mime });
      this.#open = open;
      keepForGood();
      this.#releaseWakeLock = holdScreenAwake();
      this.#encoding = await plan.begin({
        // After a gap nothing that follows could be read.
        append: async (bytes) => {
          if (failed) throw new DOMException('The recording has ended', 'AbortError');
          await open.append(bytes);
        },
        onFailure: (error) => {
          if (failed) return;
          failed = true;
          void this.finish(isFull(error) ? 'full' : 'failed');
        },
      });
      if (this.#gone) return void this.finish();
      this.#timer = setInterval(() => {
        if (elapsedMs(this.state.elapsed, now()) >= DEFAULT_MAX_VIDEO_SECONDS * 1000) void this.finish('too-long');
      }, CHECK_MS);
      this.#set({ stage: 'recording', elapsed: goOn(NOT_STARTED, now()), place: open.place });
    } catch (error) {
      const open = this.#open;
      this.#open = null;
      this.#stopClock();
      this.#stopStream();
      await open?.close().catch(() => null);
      if (open) await discardTake(open.note);
      this.#set({ stage: 'problem', problem: isFull(error) ? 'no-room' : 'failed' });
    }
  }

  /** A camera or microphone was unplugged, or the system took it away. */
  #deviceGone(): void {
    if (this.#open) void this.finish('unplugged');
    else if (this.state.stage === 'ready' || this.state.stage === 'counting') {
      clearInterval(this.#timer);
      void this.turnOn();
    }
  }

  #stopClock(): void {
    clearInterval(this.#timer);
    this.#releaseWakeLock();
    this.#releaseWakeLock = () => {};
  }

  #stopStream(): void {
    const { stream } = this.state;
    if (!stream) return;
    stop(stream);
    this.#set({ stream: null });
  }

  #set(change: Partial<RecorderState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Turn these devices off. `onended` is for those that end by themselves. */
function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.onmute = null;
    track.stop();
  }
}
