import { common } from '@kinreel/messages/en/common';
import { errors } from '@kinreel/messages/en/errors';
import { uploads as text } from '@kinreel/messages/en/uploads';
import { messageByKey } from '@kinreel/messages/message-by-key';
import { formatPercent } from '../../shared/format/numbers.ts';
import { language } from '../../shared/i18n/language.ts';
import { percentOf } from './progress-estimate.ts';
import { EXPIRED } from './upload-failure.ts';
import type { Upload, UploadError } from './upload-types.ts';

/** The visible and announced texts of an upload. */

type Progress = Pick<Upload, 'phase' | 'prompt' | 'sent' | 'file'>;

/** Screen readers announce the progress in steps of this many percent. */
const ANNOUNCED_STEP = 10;

/** Percentage that was sent; 100 only after all bytes have arrived. */
export function percentSent({ phase, sent, file }: Progress): number {
  return phase === 'publishing' || phase === 'promptNeeded' ? 100 : percentOf(sent, file.size);
}

/** Whether the progress ring shows a warning: nothing is being sent, and the person should know why. */
export function isInterrupted({ phase }: Pick<Progress, 'phase'>): boolean {
  return phase === 'connectionLost' || phase === 'fileNeeded' || phase === 'failed';
}

/** Accessible name of the badge in the header, which opens the upload. */
export function badgeLabel(upload: Progress): string {
  const percent = formatPercent(percentSent(upload));
  if (upload.phase === 'failed') return text.badgeFailed;
  if (upload.phase === 'connectionLost') return text.badgeConnectionLost;
  if (upload.phase === 'fileNeeded') return text.badgeFileNeeded;
  if (upload.prompt === null) return text.badgePromptNeeded({ percent });
  return upload.phase === 'paused' ? text.badgePaused({ percent }) : text.badgeUploading({ percent });
}

/** One line in the list of uploads. */
export function rowLabel(upload: Progress): string {
  const percent = formatPercent(percentSent(upload));
  switch (upload.phase) {
    case 'paused':
      return text.rowPaused({ percent });
    case 'connectionLost':
      return text.connectionLost;
    case 'fileNeeded':
      return text.rowFileNeeded({ percent });
    case 'publishing':
      return text.publishing;
    case 'promptNeeded':
      return text.promptNeeded;
    default:
      return upload.prompt ? text.rowUploading({ percent }) : text.rowUploadingWithoutPrompt({ percent });
  }
}

/** Announced to screen readers when it changes. Errors have a separate alert. */
export function announcement(upload: Progress): string {
  switch (upload.phase) {
    case 'sending': {
      const percentage = Math.floor(percentSent(upload) / ANNOUNCED_STEP) * ANNOUNCED_STEP;
      return text.saidUploading({ percent: formatPercent(percentage) });
    }
    case 'paused':
      return text.saidPaused;
    case 'connectionLost':
      return text.saidConnectionLost;
    case 'promptNeeded':
    case 'publishing':
      return text.saidComplete;
    default:
      return '';
  }
}

/** The text of an error in the current language. */
export function errorText({ code, params = {} }: UploadError): string {
  if (code === EXPIRED) return text.expired;
  if (code === 'network.down') return common.offline;
  return messageByKey(errors, code, params, language) ?? common.errorText;
}
