import { common } from '@kinreel/messages/en/common';
import { errors } from '@kinreel/messages/en/errors';
import { messageByKey } from '@kinreel/messages/message-by-key';
import { language } from '../../shared/i18n/language.ts';
import { percentOf } from './progress-estimate.ts';
import { EXPIRED } from './upload-failure.ts';
import type { Upload, UploadError } from './upload-types.ts';

type Standing = Pick<Upload, 'phase' | 'prompt' | 'sent' | 'file'>;

/** Progress is said aloud in steps of this many per cent. */
const ALOUD_STEP = 10;

/** Per cent that is sent; 100 once the server looks at it. */
export function percentSent({ phase, sent, file }: Standing): number {
  return phase === 'publishing' || phase === 'promptNeeded' ? 100 : percentOf(sent, file.size);
}

/** Whether the ring warns: nothing moves, and the person should know why. */
export function isHeldUp({ phase }: Pick<Standing, 'phase'>): boolean {
  return phase === 'connectionLost' || phase === 'fileNeeded' || phase === 'failed';
}

/** The badge in the header, which opens it. */
export function badgeLabel(upload: Standing): string {
  return `${standing(upload)}. Open it`;
}

function standing(upload: Standing): string {
  const percent = percentSent(upload);
  if (upload.phase === 'failed') return 'The upload has stopped';
  if (upload.phase === 'connectionLost') return 'The upload waits for the connection';
  if (upload.phase === 'fileNeeded') return 'The upload needs your video once more';
  if (upload.prompt === null) return `Your video needs a prompt, ${percent} % of it is sent`;
  if (upload.phase === 'paused') return `The upload is paused at ${percent} %`;
  return `Uploading ${percent} %`;
}

/** One line for the list of uploads. */
export function rowLabel(upload: Standing): string {
  const percent = percentSent(upload);
  switch (upload.phase) {
    case 'paused':
      return `Paused at ${percent} %`;
    case 'connectionLost':
      return 'Waiting for the connection. Your video goes on by itself.';
    case 'fileNeeded':
      return `${percent} % is here. Choose the video again to go on.`;
    case 'publishing':
      return 'All is sent, the video is being checked';
    case 'promptNeeded':
      return 'All is sent, the prompt is missing';
    default:
      return upload.prompt === null ? `Sending ${percent} %, the prompt is missing` : `Sending ${percent} %`;
  }
}

/** What is said aloud as it changes; failures have an alert of their own. */
export function spokenStatus(upload: Standing): string {
  switch (upload.phase) {
    case 'sending':
      return `Uploading ${Math.floor(percentSent(upload) / ALOUD_STEP) * ALOUD_STEP} %`;
    case 'paused':
      return 'The upload is paused';
    case 'connectionLost':
      return 'Waiting for the connection';
    case 'promptNeeded':
    case 'publishing':
      return 'All of it is sent';
    default:
      return '';
  }
}

/** The text of an error, in the language in use. */
export function errorText({ code, params = {} }: UploadError): string {
  if (code === EXPIRED) return 'This upload expired. Please upload it again.';
  if (code === 'network.down') return common.offline;
  return messageByKey(errors, code, params, language) ?? common.errorText;
}
