import { DEFAULT_MAX_VIDEO_SECONDS } from '@kinreel/contracts/constants';
import { type ActiveRecording, startRecording } from './active-recording.ts';
import { openCamera, stopDevices } from './camera.ts';
import { isDeviceFull } from './device-storage.ts';
import { CaptureError, type DeviceChoice, isAllowed, saveChoice } from './devices.ts';
import { elapsedMs, NOT_STARTED, pauseTime, startTime } from './elapsed-time.ts';
import type { EncodingPlan } from './encoding.ts';
import { type EndReason, initialState, type RecorderState } from './recorder-state.ts';
import type { Take, TakePrompt } from './take.ts';
import { discardTake, releaseTake } from './take-store.ts';
import { videoLength } from './video-length.ts';

export const COUNTDOWN_SECONDS = 3;

/** Interval in which the duration is checked, in milliseconds. */
const CHECK_MS = 1000;

const now = () => performance.now();

/** Camera, countdown, recording and review. Screens show `state`; `subscribe` reports its changes. */
export class Recorder {
  state: RecorderState = initialState();
  readonly #listeners = new Set<() => void>();
  readonly #userId: string;
  #plan: EncodingPlan | null = null;
  #recording: ActiveRecording | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Aborted when the camera is opened again or turned off. */
  #camera = new AbortController();
  #isDisposed = false;

  constructor(userId: string) {
    this.#userId = userId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Turns the camera on if the person has allowed it before. Otherwise waits for the button. */
  async turnOnIfAllowed(): Promise<void> {
    if (window.isSecureContext && !(await isAllowed())) return;
    if (this.state.stage === 'off') await this.turnOn();
  }

  /** Turns the chosen camera and microphone on. */
  async turnOn(change: Partial<DeviceChoice> = {}): Promise<void> {
    if (this.#isDisposed) return;
    const choice = { ...this.state.choice, ...change };
    this.#turnOff();
    const { signal } = this.#camera;
    this.#set({ stage: 'opening', problem: null, choice, take: null, seconds: null, endReason: null });
    try {
      const { plan, stream, ...camera } = await openCamera(choice, signal);
      this.#plan = plan;
      saveChoice(choice);
      for (const track of stream.getTracks()) {
        track.onended = () => this.#onDisconnected();
        // Phones stop the camera while another app is in front.
        track.onmute = () => document.visibilityState === 'hidden' && this.pause();
      }
      this.#set({ stage: 'ready', stream, ...camera });
    } catch (error) {
      if (signal.aborted) return;
      this.#set({ stage: 'problem', problem: error instanceof CaptureError ? error.problem : 'failed' });
    }
  }

  /** Counts down, then records the answer to this question. */
  startCountdown(prompt: TakePrompt): void {
    if (this.state.stage !== 'ready') return;
    this.#set({ stage: 'counting', countdown: COUNTDOWN_SECONDS, tooShort: false });
    this.#timer = setInterval(() => {
      const countdown = this.state.countdown - 1;
      this.#set({ countdown });
      if (countdown > 0) return;
      clearInterval(this.#timer);
      void this.#start(prompt);
    }, 1000);
  }

  cancelCountdown(): void {
    if (this.state.stage !== 'counting' || this.state.countdown === 0) return;
    clearInterval(this.#timer);
    this.#set({ stage: 'ready' });
  }

  pause(): void {
    if (this.state.stage !== 'recording') return;
    this.#recording?.pause();
    this.#set({ stage: 'paused', elapsed: pauseTime(this.state.elapsed, now()) });
  }

  resume(): void {
    if (this.state.stage !== 'paused') return;
    this.#recording?.resume();
    this.#set({ stage: 'recording', elapsed: startTime(this.state.elapsed, now()) });
  }

  /** Ends the recording and shows it. */
  async finish(endReason: EndReason | null = null): Promise<void> {
    const recording = this.#endRecording();
    if (!recording) return;
    this.#set({ stage: 'finishing', elapsed: pauseTime(this.state.elapsed, now()) });
    const take = await recording.finish();
    this.#turnOff();
    if (this.#isDisposed) return take ? releaseTake(take.id) : undefined;
    if (take) return this.review(take, endReason);
    if (endReason === 'device-full') return this.#set({ stage: 'problem', problem: 'no-space' });
    await this.turnOn();
    this.#set({ tooShort: true });
  }

  /** Deletes the current recording and turns the camera on again. */
  async startOver(): Promise<void> {
    const recording = this.#endRecording();
    if (!recording) return;
    this.#set({ stage: 'opening' });
    await recording.discard();
    await this.turnOn();
  }

  /** Shows a take that this tab has claimed. */
  async review(take: Take, endReason: EndReason | null = null): Promise<void> {
    this.#turnOff();
    this.#set({ stage: 'review', take, endReason, place: take.place, seconds: null, problem: null });
    const seconds = await videoLength(take.file);
    if (this.state.take === take) this.#set({ seconds });
  }

  /** Deletes the shown take and turns the camera on for a new one. */
  async retake(): Promise<void> {
    const { take } = this.state;
    if (!take) return;
    await discardTake(take);
    await this.turnOn();
  }

  /** Hands the shown take over to the upload: disposing the recorder does not release it any more. */
  handOver(): void {
    this.#set({ take: null });
  }

  /** Called when the page is left: saves the current recording and turns the camera off. */
  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    const { take } = this.state;
    if (take) void releaseTake(take.id);
    if (this.#recording) void this.finish();
    else this.#turnOff();
    this.#listeners.clear();
  }

  async #start(prompt: TakePrompt): Promise<void> {
    const plan = this.#plan;
    const { signal } = this.#camera;
    if (!plan || this.state.stage !== 'counting') return;
    try {
      const recording = await startRecording({
        userId: this.#userId,
        prompt,
        plan,
        onFailure: (error) => void this.finish(isDeviceFull(error) ? 'device-full' : 'failed'),
      });
      if (signal.aborted) return recording.discard();
      this.#recording = recording;
      this.#timer = setInterval(() => {
        if (elapsedMs(this.state.elapsed, now()) >= DEFAULT_MAX_VIDEO_SECONDS * 1000) void this.finish('too-long');
      }, CHECK_MS);
      this.#set({ stage: 'recording', elapsed: startTime(NOT_STARTED, now()), place: recording.place });
    } catch (error) {
      if (signal.aborted) return;
      this.#turnOff();
      this.#set({ stage: 'problem', problem: isDeviceFull(error) ? 'no-space' : 'failed' });
    }
  }

  /** Called when a camera or microphone was unplugged or stopped by the system. */
  #onDisconnected(): void {
    if (this.#recording) void this.finish('disconnected');
    else if (this.state.stage === 'ready' || this.state.stage === 'counting') {
      clearInterval(this.#timer);
      void this.turnOn();
    }
  }

  #endRecording(): ActiveRecording | null {
    const recording = this.#recording;
    if (recording) clearInterval(this.#timer);
    this.#recording = null;
    return recording;
  }

  /** Turns the camera off, or stops waiting for it. */
  #turnOff(): void {
    this.#camera.abort();
    this.#camera = new AbortController();
    const { stream } = this.state;
    if (!stream) return;
    stopDevices(stream);
    this.#set({ stream: null });
  }

  #set(change: Partial<RecorderState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
