import type { CaptionHit, Captions, Cue } from '@kinreel/contracts';
import { draftFailures } from '@kinreel/messages/en/draft-failures';
import { trimOf } from '../videos/trim.policy.ts';
import { excerptOf } from './caption-hit.ts';
import type { CaptionsRow } from './captions.queries.ts';
import { cuesAround, versionWithoutCaptions } from './trimmed-cues.policy.ts';

/** The captions of a video for its owner. @param canDraft whether this installation has a speech-to-text program */
export function presentCaptions(row: CaptionsRow, canDraft: boolean): Captions {
  const isRequested = row.draft_requested_at !== null;
  const { draft_code: code } = row;
  const trim = trimOf(row);
  return {
    cues: cuesAround(row.cues ?? [], trim),
    version: row.version ?? versionWithoutCaptions(trim),
    starts_at: trim?.start ?? 0,
    source: row.source,
    updated_at: row.updated_at?.toISOString() ?? null,
    draft: isRequested ? (code ? 'failed' : 'working') : canDraft ? 'offered' : 'unavailable',
    draft_code: code,
    draft_params: row.draft_params ?? {},
    draft_reason: code && draftFailures[code],
  };
}

export function presentHit(
  row: { video_id: string; cue: Cue; trim_start_ms: number | null; trim_end_ms: number | null },
  words: readonly string[],
): CaptionHit {
  const [shown = row.cue] = cuesAround([row.cue], trimOf(row));
  return { video_id: row.video_id, start: shown.start, ...excerptOf(row.cue.text, words) };
}
