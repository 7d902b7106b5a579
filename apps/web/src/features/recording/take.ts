import type { Prompt } from '@kinreel/contracts/prompts';
import { extensionOf, takeFileName } from './take-names.ts';

/** The question that a take answers. */
export type TakePrompt = Pick<Prompt, 'id' | 'prompt'>;

/** The description of a take, stored next to its bytes. */
export interface TakeInfo {
  id: string;
  /** The owner. Other people who log in on this device do not see it. */
  userId: string;
  prompt: TakePrompt;
  /** ISO 8601 */
  started: string;
  mime: string;
}

/** A recording with its bytes: complete, or up to the last complete second. */
export interface Take extends TakeInfo {
  file: File;
  /** A take in memory is lost when its tab is closed. */
  place: 'device' | 'memory';
}

/** Combines the bytes of a take and its description. */
export function toTake(info: TakeInfo, bytes: Blob, place: Take['place']): Take {
  const started = new Date(info.started);
  const name = takeFileName(info.prompt.prompt, started, extensionOf(info.mime));
  // Constant name and time: an interrupted upload recognizes its file by them.
  const file = new File([bytes], name, { type: info.mime.split(';')[0] ?? '', lastModified: started.getTime() });
  return { ...info, file, place };
}
