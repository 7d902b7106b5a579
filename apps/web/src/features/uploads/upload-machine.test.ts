import { describe, expect, it } from 'vitest';
import { isLostByReload, isSameFile, needsPrompt, transition } from './upload-machine.ts';
import type { ChosenUpload, StoredUpload, UploadEffect, UploadEvent, UploadsState } from './upload-types.ts';
import { INITIAL_UPLOADS } from './uploads-state.ts';

const JOB = { id: 1, prompt: 'What was your first job?' };
const DISH = { id: 2, prompt: 'Which dish tastes of home, and how is it made?' };
const FILE = { name: 'IMG_1234.mov', size: 1000, lastModified: 7 };
const VIDEO: ChosenUpload = { key: 'one', file: FILE, prompt: JOB, source: { kind: 'file' } };
const TAKE: ChosenUpload = { ...VIDEO, key: 'two', source: { kind: 'take', takeId: 't' } };
const STORED: StoredUpload = { ...FILE, id: 'a', prompt: JOB, source: TAKE.source, paused: false, sha256: null };

/** The machine with Odalie logged in. Each event returns its effects. */
function machine() {
  let state: UploadsState = { ...INITIAL_UPLOADS, userId: 'odalie' };
  const send = (event: UploadEvent): UploadEffect[] => {
    const change = transition(state, event);
    state = change.state;
    return change.effects;
  };
  const attempt = () => ({ key: state.current?.key ?? '', attempt: state.current?.attempt ?? 0 });
  return {
    send,
    state: () => state,
    current: () => state.current,
    choose: (chosen: ChosenUpload) => send({ type: 'uploads/fileChosen', chosen }),
    created: () => send({ type: 'uploads/created', ...attempt(), uploadId: 'a' }),
    progressed: (sent: number) =>
      send({ type: 'uploads/progressed', ...attempt(), sent, speed: 100, secondsLeft: (1000 - sent) / 100 }),
    allSent: () => send({ type: 'uploads/allSent', ...attempt() }),
    published: () => send({ type: 'uploads/published', videoId: 'v', ...attempt() }),
    fails: (status: number, code: string) =>
      send({ type: 'uploads/requestFailed', ...attempt(), error: { status, code } }),
    tokenRenewed: () => send({ type: 'uploads/tokenRenewed', ...attempt() }),
    unreadable: () => send({ type: 'uploads/fileUnreadable', ...attempt() }),
    waited: () => send({ type: 'uploads/waitEnded', ...attempt() }),
    prompt: (prompt: typeof JOB) => send({ type: 'uploads/promptChosen', prompt }),
    found: (stored: StoredUpload, offset: number, fileKey: string | null, isRequested = false) =>
      send({ type: 'uploads/found', userId: 'odalie', key: 'found', stored, offset, fileKey, isRequested }),
    press: (name: 'pause' | 'resume' | 'discard') => send({ type: `uploads/${name}Pressed` }),
  };
}

const types = (effects: UploadEffect[]) => effects.map(({ type }) => type);

describe('an upload', () => {
  it('[UP-04][UP-05] is sent, paused, interrupted, resumed and published', () => {
    const { choose, created, progressed, press, fails, waited, allSent, published, current, state, send } = machine();
    send({ type: 'uploads/dialogOpened', isNew: true, prompt: JOB });
    expect(choose(VIDEO)).toMatchObject([{ type: 'send', key: 'one', uploadId: null, prompt: JOB }]);
    expect(current()).toMatchObject({ phase: 'sending', sent: 0, uploadId: null });
    expect(types(created())).toEqual(['lock', 'store', 'saveFile']);
    progressed(400);
    expect(types(press('pause'))).toEqual(['stop', 'store']);
    expect(current()).toMatchObject({ phase: 'paused', sent: 400, speed: null, secondsLeft: null });
    expect(press('resume')).toMatchObject([{ type: 'store' }, { type: 'send', uploadId: 'a' }]);
    expect(fails(0, 'network.down')).toMatchObject([{ type: 'wait', delayMs: 1000 }]);
    expect(current()).toMatchObject({ phase: 'connectionLost', sent: 400, uploadId: 'a' });
    expect(waited()).toMatchObject([{ type: 'send', uploadId: 'a' }]);
    expect(allSent()).toMatchObject([{ type: 'publish', uploadId: 'a', prompt: JOB }]);
    expect(current()).toMatchObject({ phase: 'publishing', sent: 1000 });
    expect(types(published())).toEqual(['stop', 'forget', 'releaseSource', 'findStored']);
    expect(state()).toMatchObject({ current: null, isOpen: false, prompt: null, published: 1 });
  });

  it('[UP-03] is sent without a prompt, and waits for it at the end', () => {
    const { choose, created, allSent, prompt, current } = machine();
    expect(needsPrompt(current())).toBe(false);
    choose({ ...VIDEO, prompt: null });
    expect(needsPrompt(current())).toBe(true);
    created();
    allSent();
    expect(current()?.phase).toBe('promptNeeded');
    expect(types(prompt(JOB))).toEqual(['store', 'publish']);
    expect(needsPrompt(current())).toBe(false);
    // The server has already received the prompt.
    expect(prompt(DISH)).toEqual([]);
    expect(current()).toMatchObject({ phase: 'publishing', prompt: JOB });
  });

  it('[UP-04] is resumed after a reload, and asks for its file if the browser no longer has it', () => {
    const { found, send, current } = machine();
    expect(types(found(STORED, 400, null))).toEqual(['stop']);
    expect(current()).toMatchObject({ phase: 'fileNeeded', uploadId: 'a', isResumed: true, sent: 400 });
    const cat = { name: 'cat.mov', size: 5, lastModified: 5 };
    expect(send({ type: 'uploads/fileChosenAgain', fileKey: 'three', file: cat })).toEqual([]);
    expect(current()).toMatchObject({ phase: 'fileNeeded', otherFile: 'cat.mov' });
    expect(send({ type: 'uploads/fileChosenAgain', fileKey: 'four', file: FILE })).toMatchObject([
      { type: 'send', fileKey: 'four', uploadId: 'a' },
      { type: 'saveFile', fileKey: 'four' },
    ]);
    expect(current()).toMatchObject({ phase: 'sending', otherFile: null, sent: 400 });
  });

  it('[UP-04] stays paused after a reload; otherwise it is published at once if all bytes were received', () => {
    const paused = machine();
    expect(paused.found({ ...STORED, paused: true }, 400, 'file')).toEqual([]);
    expect(paused.current()?.phase).toBe('paused');
    const complete = machine();
    expect(types(complete.found(STORED, 1000, null))).toEqual(['publish']);
  });

  it('[UP-04] opens the dialog and resumes if it was chosen from the list, even if it was paused', () => {
    const { found, state, current } = machine();
    expect(types(found({ ...STORED, paused: true }, 400, 'file', true))).toEqual(['store', 'send']);
    expect(state().isOpen).toBe(true);
    expect(current()?.phase).toBe('sending');
  });

  it('[UP-07] keeps file and prompt after a failure; if it is discarded, the prompt is kept for another video', () => {
    const { choose, fails, press, current, state } = machine();
    choose(VIDEO);
    expect(types(fails(413, 'video.quota'))).toEqual(['stop']);
    expect(current()).toMatchObject({ phase: 'failed', error: { code: 'video.quota' }, file: FILE, prompt: JOB });
    expect(press('resume')).toMatchObject([{ type: 'send', fileKey: 'one' }]);
    fails(413, 'video.quota');
    press('discard');
    expect(state()).toMatchObject({ current: null, prompt: JOB });
  });

  it('[UP-07] restarts after damage or expiry, and resumes after other failures', () => {
    for (const [status, code, error] of [
      [400, 'video.checksum', 'video.checksum'],
      [404, 'route.missing', 'upload.missing'],
    ] as const) {
      const { choose, created, progressed, fails, press, current } = machine();
      choose(VIDEO);
      created();
      progressed(400);
      fails(status, code);
      expect(current()).toMatchObject({ phase: 'failed', error: { code: error } });
      expect(press('resume')).toMatchObject([
        { type: 'forget', uploadId: 'a' },
        { type: 'discard', uploadId: 'a' },
        { type: 'send', uploadId: null, sha256: null },
      ]);
      expect(current()).toMatchObject({ phase: 'sending', sent: 0, isCreating: true });
    }
  });

  it('[UP-04] is retried a few times after server errors, then fails; confirmed bytes reset the count', () => {
    const { choose, created, fails, waited, send, current } = machine();
    choose(VIDEO);
    created();
    const failAndWait = () => {
      const [effect] = fails(500, 'server.failed');
      waited();
      return effect?.type === 'wait' ? effect.delayMs : effect?.type;
    };
    expect([failAndWait(), failAndWait()]).toEqual([1000, 2000]);
    const { key = '', attempt = 0 } = current() ?? {};
    send({ type: 'uploads/bytesAccepted', key, attempt, offset: 10 });
    expect([failAndWait(), failAndWait(), failAndWait(), failAndWait()]).toEqual([1000, 2000, 4000, 'stop']);
    expect(current()).toMatchObject({ phase: 'failed', error: { code: 'server.failed' } });
  });

  it('[UP-04] continues with a renewed token, but limits the renewals', () => {
    const { choose, created, tokenRenewed, current } = machine();
    choose(VIDEO);
    created();
    const renewals = [tokenRenewed(), tokenRenewed(), tokenRenewed(), tokenRenewed()];
    expect(renewals.map(types)).toEqual([['send'], ['send'], ['send'], ['stop']]);
    expect(current()).toMatchObject({ phase: 'failed', error: { code: 'session.expired' } });
  });

  it('[UP-04] stops waiting at "Try now" and when the connection returns', () => {
    const { choose, created, fails, press, send } = machine();
    choose(VIDEO);
    created();
    fails(0, 'network.down');
    expect(types(press('resume'))).toEqual(['send']);
    fails(0, 'network.down');
    expect(types(send({ type: 'uploads/connectionReturned' }))).toEqual(['send']);
    expect(send({ type: 'uploads/connectionReturned' })).toEqual([]);
  });

  it('[UP-04] asks for a file that cannot be read any more', () => {
    const { choose, created, unreadable, current } = machine();
    choose(VIDEO);
    created();
    unreadable();
    expect(current()).toMatchObject({ phase: 'fileNeeded', fileKey: null, uploadId: 'a' });
  });

  it('[UP-08] can replace a take by a file until the server has received bytes', () => {
    const { choose, unreadable, send, current } = machine();
    choose(TAKE);
    unreadable();
    const cat = { name: 'cat.mov', size: 5, lastModified: 5 };
    expect(send({ type: 'uploads/fileChosenAgain', fileKey: 'cat', file: cat })).toMatchObject([
      { type: 'releaseSource', source: TAKE.source, isPublished: false },
      { type: 'send', fileKey: 'cat', uploadId: null },
    ]);
    expect(current()).toMatchObject({ file: cat, source: { kind: 'file' } });
  });

  it('[UP-06] is cleared when the upload control opens, if nothing of it was sent', () => {
    const { choose, unreadable, send, state } = machine();
    choose({ ...VIDEO, prompt: null });
    unreadable();
    expect(types(send({ type: 'uploads/videoCleared' }))).toContain('releaseSource');
    expect(state()).toMatchObject({ current: null, prompt: null });
  });

  it.each(['sending', 'paused', 'complete'])(
    '[UP-04][UP-06] is not cleared by Upload Video while it is %s without a prompt: the dialog shows it',
    (phase) => {
      const { choose, created, allSent, press, send, state } = machine();
      choose({ ...VIDEO, prompt: null });
      created();
      if (phase === 'paused') press('pause');
      if (phase === 'complete') allSent();
      expect(send({ type: 'uploads/dialogOpened', isNew: true, prompt: DISH })).toEqual([]);
      expect(send({ type: 'uploads/videoCleared' })).toEqual([]);
      expect(state()).toMatchObject({ isOpen: true, current: { file: VIDEO.file, prompt: null } });
    },
  );

  it.each(['session/signedOut', 'session/expired'] as const)(
    '[HEAD-04][UP-04] is not shown after %s, and causes no more effects',
    (type) => {
      const { choose, created, send, state } = machine();
      choose(TAKE);
      created();
      const { key = '', attempt = 0 } = state().current ?? {};
      expect(types(send({ type, payload: undefined }))).toEqual([
        'stopAll',
        'releaseSource',
        ...(type === 'session/signedOut' ? ['forgetAll'] : []),
      ]);
      expect(state()).toEqual(INITIAL_UPLOADS);
      expect(send({ type: 'uploads/published', key, attempt, videoId: 'v' })).toEqual([]);
      expect(choose(VIDEO)).toEqual([]);
      expect(state()).toEqual(INITIAL_UPLOADS);
    },
  );
});

describe('several uploads', () => {
  it('[UP-04] are sent one after another', () => {
    const { choose, created, allSent, published, press, current, state } = machine();
    choose(VIDEO);
    expect([choose(TAKE), choose({ ...VIDEO, key: 'three' })]).toEqual([[], []]);
    expect(state().queue.map(({ key }) => key)).toEqual(['two', 'three']);
    created();
    allSent();
    expect(published().at(-1)).toMatchObject({ type: 'send', key: 'two' });
    expect(press('discard').at(-1)).toMatchObject({ type: 'send', key: 'three' });
    expect(current()?.key).toBe('three');
  });

  it('[UP-08] store and send who may see the video, keep it after a reload, and accept it in the queue', () => {
    const audience = { permission: 'family' as const, user_id: ['tavi'] };
    const { send, choose, created, allSent, published, found, current, state } = machine();
    choose(VIDEO);
    created();
    choose(TAKE);
    send({ type: 'uploads/audienceChosen', key: 'two', audience });
    allSent();
    published();
    expect(current()).toMatchObject({ key: 'two', audience });
    expect(created()).toMatchObject([{}, { type: 'store', upload: { audience } }, {}]);
    expect(allSent()).toMatchObject([{ type: 'publish', audience }]);
    // Now the server publishes the video with this choice.
    const other = { permission: 'everyone' as const, user_id: [] };
    expect(send({ type: 'uploads/audienceChosen', key: 'two', audience: other })).toEqual([]);
    published();
    expect(state().latest).toEqual({ source: TAKE.source, videoId: 'v', prompt: TAKE.prompt });
    found({ ...STORED, audience }, 1000, null);
    expect(current()).toMatchObject({ phase: 'publishing', audience });
  });

  it('[UP-08] release a take by its id when it is published or discarded', () => {
    const { choose, created, allSent, published, press } = machine();
    choose(TAKE);
    expect(created()).toMatchObject([{}, { type: 'store', upload: { source: { kind: 'take', takeId: 't' } } }, {}]);
    allSent();
    expect(published()).toContainEqual({ type: 'releaseSource', source: TAKE.source, isPublished: true });
    choose(TAKE);
    expect(press('discard')).toContainEqual({ type: 'releaseSource', source: TAKE.source, isPublished: false });
  });
});

describe('an upload that is paused or discarded before the server has created it', () => {
  it('[UP-04] is stopped once its id is known if it was paused, and resumes there', () => {
    const { choose, press, created } = machine();
    choose(VIDEO);
    expect(press('pause')).toEqual([]);
    expect(created()).toMatchObject([{ type: 'stop' }, {}, { type: 'store', upload: { paused: true } }, {}]);
    expect(press('resume')).toMatchObject([{}, { type: 'send', uploadId: 'a' }]);
  });

  it('[UP-04] is deleted from the server once its id is known if it was discarded', () => {
    const { choose, press, current, send } = machine();
    choose(VIDEO);
    const attempt = current()?.attempt ?? 0;
    expect(types(press('discard'))).toEqual(['forget', 'releaseSource', 'findStored']);
    expect(send({ type: 'uploads/created', key: 'one', attempt, uploadId: 'a' })).toEqual([
      { type: 'stop', key: 'one' },
      { type: 'discard', uploadId: 'a' },
    ]);
  });
});

describe('a file that is chosen again', () => {
  it('[UP-04] must have the same size, and the same name or date', () => {
    expect(isSameFile(FILE, FILE)).toBe(true);
    expect(isSameFile(FILE, { ...FILE, name: 'trim.mov' })).toBe(true);
    expect(isSameFile(FILE, { ...FILE, lastModified: 8 })).toBe(true);
    expect(isSameFile(FILE, { ...FILE, name: 'trim.mov', lastModified: 8 })).toBe(false);
    expect(isSameFile(FILE, { ...FILE, size: 1001 })).toBe(false);
    // Only the name is known of a file from another device.
    expect(isSameFile({ ...FILE, lastModified: null }, { ...FILE, name: 'trim.mov' })).toBe(false);
  });
});

describe('leaving the page', () => {
  it('[UP-04] causes a warning while the browser has no copy of the file', () => {
    const { choose, created, send, fails, state } = machine();
    expect(isLostByReload(state())).toBe(false);
    choose(VIDEO);
    expect(isLostByReload(state())).toBe(true);
    created();
    send({ type: 'uploads/fileSaved', key: 'one', uploadId: 'a' });
    expect(isLostByReload(state())).toBe(false);
    const { choose: chooseAgain, fails: failsAgain, state: stateAgain } = machine();
    chooseAgain(VIDEO);
    failsAgain(413, 'video.quota');
    expect(isLostByReload(stateAgain())).toBe(false);
    fails(0, 'network.down');
    expect(isLostByReload(state())).toBe(false);
  });
});
