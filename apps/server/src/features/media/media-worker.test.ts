import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMediaWorker } from './media-worker.ts';
import type { QuickReport } from './probe/probe.worker.ts';

const demo = join(import.meta.dirname, '../../../assets/demo/video.mp4');

describe('[UP-02] reading a file in a worker thread', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinreel-thread-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const probe = (path: string, options: { timeoutMs: number; signal?: AbortSignal }) =>
    runMediaWorker<QuickReport>('./probe/probe.worker.ts', { path }, options);

  it('describes a video', async () => {
    expect(await probe(demo, { timeoutMs: 10_000 })).toMatchObject({
      durationSeconds: 11,
      video: { codec: 'avc', codedWidth: 1280, codedHeight: 720, rotation: 0, pixelAspect: 1 },
      audio: { codec: 'aac', channels: 2 },
    });
  });

  it('returns null for a file that is not a video', async () => {
    const path = join(folder, 'noise');
    await writeFile(path, Buffer.from('\0\0\0\x18ftypmp42 and then nothing useful', 'latin1'));
    const report = await probe(path, { timeoutMs: 10_000 });
    expect(report?.video ?? null).toBeNull();
    expect(await probe(join(folder, 'missing'), { timeoutMs: 10_000 })).toBeNull();
  });

  it('is stopped at its time limit and when the caller aborts', async () => {
    expect(await probe(demo, { timeoutMs: 1 })).toBeNull();
    expect(await probe(demo, { timeoutMs: 10_000, signal: AbortSignal.timeout(1) })).toBeNull();
  });
});
