import { percentOf } from './progress-estimate.ts';
import { needsPrompt, type UploadsState } from './uploads.slice.ts';

/** How an upload stands, in the words that people see and hear. */
type Standing = Pick<UploadsState, 'phase' | 'prompt' | 'sent' | 'total'>;

/** Progress is said aloud in steps of this many per cent. */
const ALOUD_STEP = 10;

/** Per cent that is sent; 100 once the server looks at it. */
export function percentSent({ phase, sent, total }: Standing): number {
  return phase === 'checking' || phase === 'sent' ? 100 : percentOf(sent, total);
}

/** Whether the ring warns: nothing moves, and the person should know why. */
export function isHeldUp({ phase }: Pick<Standing, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'fileNeeded' || phase === 'failed';
}

/** The badge in the header, which opens it. */
export function badgeLabel(upload: Standing): string {
  return `${standing(upload)}. Open it`;
}

function standing(upload: Standing): string {
  const percent = percentSent(upload);
  if (upload.phase === 'failed') return 'The upload has stopped';
  if (upload.phase === 'waiting') return 'The upload waits for the connection';
  if (upload.phase === 'fileNeeded') return 'The upload needs your video once more';
  if (needsPrompt(upload)) return `Your video needs a prompt, ${percent} % of it is sent`;
  if (upload.phase === 'paused') return `The upload is paused at ${percent} %`;
  return `Uploading ${percent} %`;
}

/** One line for the list of uploads. */
export function rowLabel(upload: Standing): string {
  const percent = percentSent(upload);
  switch (upload.phase) {
    case 'paused':
      return `Paused at ${percent} %`;
    case 'waiting':
      return 'Waiting for the connection. Your video goes on by itself.';
    case 'fileNeeded':
      return `${percent} % is here. Choose the video again to go on.`;
    case 'checking':
      return 'All is sent, the video is being checked';
    case 'sent':
      return 'All is sent, the prompt is missing';
    default:
      return needsPrompt(upload) ? `Sending ${percent} %, the prompt is missing` : `Sending ${percent} %`;
  }
}

/** What is said aloud as it changes; failures have an alert of their own. */
export function spokenStatus(upload: Standing): string {
  switch (upload.phase) {
    case 'sending':
      return `Uploading ${Math.floor(percentSent(upload) / ALOUD_STEP) * ALOUD_STEP} %`;
    case 'paused':
      return 'The upload is paused';
    case 'waiting':
      return 'Waiting for the connection';
    case 'sent':
    case 'checking':
      return 'All of it is sent';
    default:
      return '';
  }
}
