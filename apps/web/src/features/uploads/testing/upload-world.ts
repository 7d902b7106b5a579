import { transition } from '../upload-machine.ts';
import type {
  ChosenPrompt,
  ChosenUpload,
  StoredUpload,
  UploadEffect,
  UploadEvent,
  UploadPhase,
  UploadSource,
  UploadsState,
} from '../upload-types.ts';
import { INITIAL_UPLOADS } from '../uploads-state.ts';

/** An effect with a later result, which may also never arrive. */
type Task = Extract<UploadEffect, { type: 'send' | 'publish' | 'wait' }>;

interface ServerUpload {
  userId: string;
  size: number;
  offset: number;
  state: 'unfinished' | 'published' | 'discarded';
}

const SIZE = 1000;
const PROMPT: ChosenPrompt = { id: 1, prompt: 'What was your first job?' };
const OTHER_PROMPT: ChosenPrompt = { id: 2, prompt: 'Who taught you to cook?' };

/** Status and code of failed requests: temporary ones, server errors, and rejections. */
const ERRORS = [
  { status: 0, code: 'network.down' },
  { status: 503, code: 'server.busy' },
  { status: 409, code: 'upload.offset' },
  { status: 500, code: 'server.failed' },
  { status: 404, code: 'upload.missing' },
  { status: 400, code: 'video.checksum' },
  { status: 413, code: 'video.quota' },
  { status: 409, code: 'upload.unfinished' },
  { status: 401, code: 'session.expired' },
] as const;

/** Index of the error for an upload that the server no longer has. */
const EXPIRED = 4;

/**
 * A simulated browser and server around the upload machine. Effects start tasks; the test delivers their results in any
 * order. Checks the invariants after every event.
 */
export class UploadWorld {
  state: UploadsState = INITIAL_UPLOADS;
  /** All events, for the message of a failed test. */
  readonly log: string[] = [];
  /** The running task by upload key. */
  readonly tasks = new Map<string, Task>();
  /** The browser's stored uploads. They survive a reload. */
  readonly stored = new Map<string, StoredUpload>();
  readonly savedFiles = new Set<string>();
  readonly server = new Map<string, ServerUpload>();
  readonly locks = new Set<string>();
  /** Every chosen video, in this order, with its outcome. */
  readonly chosen = new Map<string, { source: UploadSource; end: 'published' | 'released' | null }>();
  readonly published = new Set<string>();
  /** Every phase that was reached. */
  readonly phases = new Set<UploadPhase>();
  /** Effects of the last event. */
  effects: UploadEffect[] = [];
  /** The person whose stored uploads are being searched. */
  #search: string | null = null;
  /** An upload from the list that is being locked. */
  #takingOver: Extract<UploadEffect, { type: 'takeOver' }> | null = null;
  #saving: { key: string; uploadId: string }[] = [];
  /** Ended tasks whose results may still arrive. */
  #stale: Task[] = [];
  #serial = 0;

  send(event: UploadEvent): void {
    this.log.push(JSON.stringify(event));
    const before = this.state;
    const { state, effects } = transition(before, event);
    this.state = state;
    this.effects = effects;
    for (const effect of effects) this.#run(effect);
    this.#check(before, event);
  }

  /** Executes a step by its name, if it is possible. @param n selects one of several options */
  step(name: string, n: number): void {
    STEPS[name]?.(this, n);
  }

  choose(n: number): void {
    this.#serial += 1;
    const key = `file${this.#serial}`;
    const source: UploadSource = n % 2 ? { kind: 'take', takeId: `take${this.#serial}` } : { kind: 'file' };
    const chosen: ChosenUpload = {
      key,
      file: { name: `${key}.mp4`, size: SIZE, lastModified: this.#serial },
      prompt: n % 3 ? PROMPT : null,
      source,
    };
    if (this.state.userId !== null) this.chosen.set(key, { source, end: null });
    this.send({ type: 'uploads/fileChosen', chosen });
  }

  /** The task of the current upload. */
  task(): Task | undefined {
    return this.state.current ? this.tasks.get(this.state.current.key) : undefined;
  }

  /** The server reports that it has created an upload, which may have been discarded meanwhile. */
  create(n: number): void {
    const creating = [...this.tasks.values()].filter((task) => task.type === 'send' && task.uploadId === null);
    const task = creating[n % Math.max(1, creating.length)];
    if (task?.type !== 'send' || this.state.userId === null) return;
    this.#serial += 1;
    const uploadId = `upload${this.#serial}`;
    const isCurrent = task.key === this.state.current?.key;
    const size = isCurrent ? (this.state.current?.file.size ?? SIZE) : SIZE;
    this.server.set(uploadId, { userId: this.state.userId, size, offset: 0, state: 'unfinished' });
    this.tasks.set(task.key, { ...task, uploadId });
    this.send({ type: 'uploads/created', key: task.key, attempt: task.attempt, uploadId });
  }

  progress(n: number): void {
    const task = this.task();
    if (task?.type !== 'send' || task.uploadId === null) return;
    const upload = this.server.get(task.uploadId);
    if (upload?.state !== 'unfinished') return;
    const { key, attempt } = task;
    upload.offset = Math.min(upload.size, upload.offset + (n % 400));
    this.send({ type: 'uploads/progressed', key, attempt, sent: upload.offset, speed: 100, secondsLeft: 1 });
    this.send({ type: 'uploads/bytesAccepted', key, attempt, offset: upload.offset });
  }

  /** The running task succeeds: all bytes are sent, the upload is published, or the wait has ended. */
  succeed(): void {
    const task = this.task();
    if (!task) return;
    const { key, attempt } = task;
    if (task.type === 'wait') {
      this.#end(task);
      this.send({ type: 'uploads/waitEnded', key, attempt });
      return;
    }
    const upload = task.uploadId === null ? undefined : this.server.get(task.uploadId);
    if (!upload) return;
    if (upload.state === 'discarded') {
      this.fail(EXPIRED);
      return;
    }
    this.#end(task);
    if (task.type === 'send') {
      upload.offset = upload.size;
      this.send({ type: 'uploads/allSent', key, attempt });
    } else {
      upload.state = 'published';
      this.published.add(task.uploadId ?? '');
      this.send({ type: 'uploads/published', key, attempt, videoId: 'v' });
    }
  }

  fail(n: number): void {
    const task = this.task();
    const error = ERRORS[n % ERRORS.length];
    if (!task || task.type === 'wait' || !error) return;
    // The server deletes uploads that it reports as expired or damaged.
    const upload = task.uploadId ? this.server.get(task.uploadId) : undefined;
    if (upload && (error.code === 'upload.missing' || error.code === 'video.checksum')) upload.state = 'discarded';
    this.#end(task);
    this.send({ type: 'uploads/requestFailed', key: task.key, attempt: task.attempt, error });
  }

  renewToken(): void {
    const task = this.task();
    if (task?.type !== 'send') return;
    this.#end(task);
    this.send({ type: 'uploads/tokenRenewed', key: task.key, attempt: task.attempt });
  }

  loseFile(): void {
    const task = this.task();
    if (task?.type !== 'send') return;
    this.#end(task);
    this.send({ type: 'uploads/fileUnreadable', key: task.key, attempt: task.attempt });
  }

  hash(): void {
    const { key = '', fileKey = null } = this.state.current ?? {};
    if (fileKey !== null) this.send({ type: 'uploads/hashed', key, fileKey, sha256: 'a'.repeat(64) });
  }

  saveFile(n: number): void {
    const [saving] = this.#saving.splice(n % Math.max(1, this.#saving.length), 1);
    if (!saving) return;
    if (this.stored.has(saving.uploadId)) this.savedFiles.add(saving.uploadId);
    this.send({ type: 'uploads/fileSaved', ...saving });
  }

  /** The browser has searched stored uploads. One that no other tab has locked is resumed. */
  find(n: number): void {
    const userId = this.#search;
    if (userId === null) return;
    this.#search = null;
    for (const stored of this.stored.values()) {
      const upload = this.server.get(stored.id);
      if (upload?.userId !== userId || this.locks.has(stored.id)) continue;
      if (upload.state !== 'unfinished') {
        this.stored.delete(stored.id);
        continue;
      }
      this.#found(userId, stored, upload.offset, false, n % 4 > 0);
      return;
    }
  }

  /** A result of an ended task arrives. It must change nothing. */
  sendStale(n: number): void {
    const task = this.#stale[n % Math.max(1, this.#stale.length)];
    if (!task) return;
    const { key, attempt } = task;
    const before = this.state;
    const events: UploadEvent[] = [
      { type: 'uploads/progressed', key, attempt, sent: 1, speed: 1, secondsLeft: 1 },
      { type: 'uploads/bytesAccepted', key, attempt, offset: 1 },
      { type: 'uploads/allSent', key, attempt },
      { type: 'uploads/published', key, attempt, videoId: 'v' },
      { type: 'uploads/requestFailed', key, attempt, error: { status: 413, code: 'video.quota' } },
      { type: 'uploads/tokenRenewed', key, attempt },
      { type: 'uploads/fileUnreadable', key, attempt },
      { type: 'uploads/waitEnded', key, attempt },
    ];
    const event = events[n % events.length];
    if (!event) return;
    this.send(event);
    if (this.state !== before || this.effects.length > 0)
      this.#violation(`A late result changed something: ${event.type}`);
  }

  reload(): void {
    this.log.push('reload');
    const { userId } = this.state;
    // A reload loses videos that are only in memory; takes are released.
    for (const video of this.chosen.values()) video.end ??= 'released';
    Object.assign(this, { state: INITIAL_UPLOADS });
    this.tasks.clear();
    this.locks.clear();
    this.#saving = [];
    this.#stale = [];
    this.#search = null;
    if (userId !== null) this.send({ type: 'uploads/loggedIn', userId });
  }

  /** Simulates a good connection and a person who answers every question. Every upload must end. */
  finishEverything(): void {
    if (this.state.userId === null) return;
    for (let steps = 0; steps < 50 * (this.state.queue.length + this.stored.size + 2); steps += 1) {
      const { current, queue } = this.state;
      if (!current && queue.length === 0 && this.#search === null) return;
      this.find(1);
      const phase = this.state.current?.phase;
      if (phase === 'paused' || phase === 'failed') this.send({ type: 'uploads/resumePressed' });
      if (phase === 'connectionLost') this.send({ type: 'uploads/connectionReturned' });
      if (phase === 'fileNeeded') this.giveFile(true);
      if (phase === 'promptNeeded') this.send({ type: 'uploads/promptChosen', prompt: PROMPT });
      this.create(0);
      this.succeed();
    }
    this.#violation('The uploads did not end');
  }

  giveFile(isSame: boolean): void {
    const { current } = this.state;
    if (!current) return;
    this.#serial += 1;
    // Before the server has created the upload, another file may replace the take.
    const isReplaced = !isSame && current.phase === 'fileNeeded' && current.uploadId === null;
    const video = this.chosen.get(current.key);
    if (video && isReplaced) {
      this.chosen.set(`${current.key} before file${this.#serial}`, video);
      this.chosen.set(current.key, { source: { kind: 'file' }, end: null });
    }
    const file = isSame ? current.file : { name: `cat${this.#serial}.mp4`, size: SIZE + this.#serial, lastModified: 0 };
    this.send({ type: 'uploads/fileChosenAgain', fileKey: `file${this.#serial}`, file });
  }

  takeOver(n: number): void {
    const { userId } = this.state;
    const mine = [...this.server].filter(([, one]) => one.userId === userId && one.state === 'unfinished');
    const [id, upload] = mine[n % Math.max(1, mine.length)] ?? [];
    if (!id || !upload) return;
    const listed = {
      id,
      file_name: 'far.mp4',
      size: SIZE,
      offset: upload.offset,
      prompt_id: null,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-02T00:00:00.000Z',
    };
    this.send({ type: 'uploads/unfinishedChosen', upload: listed, prompt: n % 2 ? OTHER_PROMPT : null });
  }

  #found(userId: string, stored: StoredUpload, offset: number, isRequested: boolean, hasFile: boolean): void {
    this.#serial += 1;
    const key = `found${this.#serial}`;
    const fileKey = hasFile && this.savedFiles.has(stored.id) ? `file${this.#serial}` : null;
    this.locks.add(stored.id);
    if (!this.state.current) this.chosen.set(key, { source: stored.source, end: null });
    this.send({ type: 'uploads/found', userId, key, stored, offset, fileKey, isRequested });
  }

  #end(task: Task): void {
    this.tasks.delete(task.key);
    this.#stale.push(task);
  }

  #run(effect: UploadEffect): void {
    switch (effect.type) {
      case 'send':
      case 'publish':
      case 'wait': {
        const before = this.tasks.get(effect.key);
        if (before) this.#stale.push(before);
        this.tasks.set(effect.key, effect);
        return;
      }
      case 'stop': {
        const task = this.tasks.get(effect.key);
        if (task) this.#end(task);
        return;
      }
      case 'stopAll':
        this.tasks.clear();
        this.locks.clear();
        this.#saving = [];
        this.#stale = [];
        this.#search = null;
        return;
      case 'lock':
        this.locks.add(effect.uploadId);
        return;
      case 'unlock':
        this.locks.delete(effect.uploadId);
        return;
      case 'saveFile':
        this.#saving.push({ key: effect.key, uploadId: effect.uploadId });
        return;
      case 'store':
        this.stored.set(effect.upload.id, effect.upload);
        return;
      case 'forget':
        if (effect.uploadId === null) return;
        this.stored.delete(effect.uploadId);
        this.savedFiles.delete(effect.uploadId);
        this.locks.delete(effect.uploadId);
        return;
      case 'forgetAll':
        this.stored.clear();
        this.savedFiles.clear();
        return;
      case 'discard': {
        const upload = this.server.get(effect.uploadId);
        if (upload?.state === 'published') this.#violation('A published upload was discarded');
        if (upload) upload.state = 'discarded';
        return;
      }
      case 'findStored':
        this.#search = effect.userId;
        return;
      case 'takeOver':
        this.#takingOver = effect;
        return;
      case 'releaseSource': {
        const { source } = effect;
        const open = [...this.chosen].filter((one) => one[1].end === null && isSameSource(one[1].source, source));
        const ended = open.find(([key]) => !this.#isKnown(key)) ?? open[0];
        if (!ended) this.#violation('A source was released twice');
        else ended[1].end = effect.isPublished ? 'published' : 'released';
      }
    }
  }

  /** The lock of an upload from the list was acquired. It may have been published meanwhile. */
  lockTakenOver(n: number): void {
    const { userId = '', upload, prompt } = this.#takingOver ?? {};
    this.#takingOver = null;
    const listed = upload && this.server.get(upload.id);
    if (this.state.userId !== userId || listed?.state !== 'unfinished' || this.locks.has(upload?.id ?? '')) return;
    if (!upload) return;
    const fresh: StoredUpload = {
      id: upload.id,
      name: upload.file_name,
      size: listed.size,
      lastModified: null,
      prompt: prompt ?? null,
      source: { kind: 'file' },
      paused: false,
      sha256: null,
    };
    const stored = this.stored.get(upload.id) ?? fresh;
    this.#found(userId, { ...stored, paused: false }, listed.offset, true, n % 2 > 0);
  }

  #isKnown(key: string): boolean {
    return this.state.current?.key === key || this.state.queue.some((one) => one.key === key);
  }

  #check(before: UploadsState, event: UploadEvent): void {
    const { userId, current, queue, prompt } = this.state;

    // Only one upload is active. A discarded one that is still being created does not send its bytes.
    const active = [...this.tasks.values()].filter((task) => task.type !== 'send' || task.uploadId !== null);
    if (active.some(({ key }) => key !== current?.key)) this.#violation('Two active uploads');
    if (current) {
      this.phases.add(current.phase);
      const task = this.tasks.get(current.key);
      if (task && task.attempt !== current.attempt) this.#violation('The task belongs to another attempt');
      const expected = { sending: 'send', publishing: 'publish', connectionLost: 'wait' }[current.phase as 'sending'];
      if (expected ? task?.type !== expected : task && !current.isCreating) {
        this.#violation(`Phase ${current.phase} with the task ${task?.type}`);
      }
      if (current.isCreating && (current.uploadId !== null || task?.type !== 'send')) this.#violation('Created twice');
      if (current.phase === 'publishing' && !(current.prompt && current.uploadId && current.isComplete)) {
        this.#violation('Published before it was complete');
      }
      if ((current.phase === 'failed') !== (current.error !== null)) this.#violation('Failed without an error');
      if (current.sent > current.file.size) this.#violation('More bytes sent than the file has');
      if (prompt !== null) this.#violation('Two prompts are chosen');
      if (current.uploadId && !this.locks.has(current.uploadId)) this.#violation('Active without its lock');
      // No bytes are lost: the browser knows the server's upload and can resume it after a reload.
      const known = current.uploadId === null ? null : this.stored.get(current.uploadId);
      if (known === undefined) this.#violation('The upload is not stored');
      if (known && (known.paused !== (current.phase === 'paused') || known.prompt?.id !== current.prompt?.id)) {
        this.#violation('The stored upload differs from the current one');
      }
      if (known && !isSameSource(known.source, current.source)) this.#violation('The source is lost');
      const source = this.chosen.get(current.key)?.source;
      if (!source || !isSameSource(source, current.source)) this.#violation('The source has changed');
    } else if (queue.length > 0) {
      this.#violation('The queue is not empty without a current upload');
    }
    if (this.locks.size > 1) this.#violation('Two locks');

    // No video is lost: each is in progress, queued, published or released, in the order of choosing.
    for (const [key, { end }] of this.chosen) {
      if (this.#isKnown(key) !== (end === null)) this.#violation(`${key} is ${end ?? 'lost'}`);
    }
    const order = [...this.chosen.keys()];
    const waiting = queue.map(({ key }) => order.indexOf(key));
    if (waiting.some((at, index) => index > 0 && at < (waiting[index - 1] ?? 0)))
      this.#violation('The queue is not in the order of choosing');
    if (before.current && current && before.current.key !== current.key && before.queue.length > 0) {
      if (event.type !== 'uploads/loggedIn' && current.key !== before.queue[0]?.key)
        this.#violation('The order of the queue was ignored');
    }

    // After the session has ended nothing happens, even if results arrive.
    const ends = event.type === 'session/signedOut' || event.type === 'session/expired';
    if (userId === null && !ends && this.effects.length > 0) this.#violation('Effects without a person');
    if (userId === null && (current || queue.length > 0 || this.tasks.size > 0 || this.locks.size > 0)) {
      this.#violation('An upload without a person');
    }

    // A published upload is never active or stored again.
    for (const id of this.published) {
      if (current?.uploadId === id || this.stored.has(id)) this.#violation('A published upload came back');
    }
    // Uploads that cannot be resumed are discarded on the server, unless the session has ended.
    if (userId !== null && event.type === 'uploads/created' && current?.uploadId !== event.uploadId) {
      if (this.server.get(event.uploadId)?.state !== 'discarded') this.#violation('Left on the server');
    }
  }

  #violation(what: string): never {
    throw new Error(`${what}\n${this.log.join('\n')}\n${JSON.stringify(this.state, null, 2)}`);
  }
}

function isSameSource(one: UploadSource, other: UploadSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Steps by name, which make the log of a failed test readable. */
const STEPS: Record<string, (world: UploadWorld, n: number) => void> = {
  'chooses a file': (world, n) => world.choose(n),
  'opens the dialog': (world, n) => world.send({ type: 'uploads/dialogOpened', isNew: n % 2 > 0, prompt: PROMPT }),
  'closes the dialog': (world) => world.send({ type: 'uploads/dialogClosed' }),
  'clears the video': (world) => world.send({ type: 'uploads/videoCleared' }),
  'chooses a prompt': (world, n) => world.send({ type: 'uploads/promptChosen', prompt: n % 2 ? PROMPT : OTHER_PROMPT }),
  pauses: (world) => world.send({ type: 'uploads/pausePressed' }),
  resumes: (world) => world.send({ type: 'uploads/resumePressed' }),
  discards: (world) => world.send({ type: 'uploads/discardPressed' }),
  'chooses the file again': (world, n) => world.giveFile(n % 3 > 0),
  'resumes one of the list': (world, n) => world.takeOver(n),
  'lock is taken': (world, n) => world.lockTakenOver(n),
  'logs in': (world, n) => world.send({ type: 'uploads/loggedIn', userId: n % 8 ? 'odalie' : 'tavi' }),
  'logs out': (world) => world.send({ type: 'session/signedOut', payload: undefined }),
  'session expires': (world) => world.send({ type: 'session/expired', payload: undefined }),
  reloads: (world) => world.reload(),
  'upload is created': (world, n) => world.create(n),
  'bytes arrive': (world, n) => world.progress(n),
  'task succeeds': (world) => world.succeed(),
  'request fails': (world, n) => world.fail(n),
  'token is renewed': (world) => world.renewToken(),
  'file is unreadable': (world) => world.loseFile(),
  'connection returns': (world) => world.send({ type: 'uploads/connectionReturned' }),
  'file is saved': (world, n) => world.saveFile(n),
  'hash is computed': (world) => world.hash(),
  'stored upload is found': (world, n) => world.find(n),
  'late result': (world, n) => world.sendStale(n),
};

export const STEP_NAMES = Object.keys(STEPS);
