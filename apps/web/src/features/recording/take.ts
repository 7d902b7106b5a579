import type { Prompt } from '@kinreel/contracts/prompts';
import { extensionOf, takeFileName } from './take-names.ts';

/** The question that a take answers. */
export type TakePrompt = Pick<Prompt, 'id' | 'prompt'>;

/** What is stored beside the bytes of a take. */
export interface TakeInfo {
  id: string;
  /** Its owner; nobody else who logs in on this device sees it. */
  userId: string;
  prompt: TakePrompt;
  /** ISO 8601 */
  started: string;
  mime: string;
}

/** A recording with its bytes: all of them, or up to the last complete second. */
export interface Take extends TakeInfo {
  file: File;
  /** A take in memory is lost when its tab is closed. */
  place: 'device' | 'memory';
}

/** Join the bytes of a take and its description. */
export function toTake(info: TakeInfo, bytes: Blob, place: Take['place']): Take {
  const started = new Date(info.started);
  const name = takeFileName(info.prompt.prompt, started, extensionOf(info.mime));
  // Always the same name and time: an interrupted upload recognizes its file by them.
  const file = new File([bytes], name, { type: info.mime.split(';')[0] ?? '', lastModified: started.getTime() });
  return { ...info, file, place };
}
