import { tmpdir } from 'node:os';
import { runSandboxed } from '../platform/ffmpeg/run.ts';
import { findMediaTools } from '../platform/ffmpeg/tools.ts';

/** A worker whose tool sleeps in the sandbox and writes nothing. Argument: the seconds, which identify the tool. */
const tools = await findMediaTools({ ffmpegPath: process.env.FFMPEG_PATH });
if (!tools) throw new Error('There is no usable ffmpeg on this machine.');
await runSandboxed(tools.sandbox, 'sleep', [process.argv[2] ?? ''], { folder: tmpdir(), timeoutMs: 600_000 });
