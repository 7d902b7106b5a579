import type { CaptionHit, Captions, Cue } from '@kinreel/contracts';
import { excerptOf } from './caption-hit.ts';
import type { CaptionsRow } from './captions.queries.ts';

/** The captions of an own video, for its owner. @param canDraft whether the computer can draft some here */
export function presentCaptions(row: CaptionsRow, canDraft: boolean): Captions {
  const asked = row.draft_requested_at !== null;
  return {
    cues: row.cues ?? [],
    version: row.version,
    source: row.source,
    updated_at: row.updated_at?.toISOString() ?? null,
    draft: asked ? (row.draft_reason ? 'failed' : 'working') : canDraft ? 'offered' : 'unavailable',
    draft_reason: row.draft_reason,
  };
}

export function presentHit(row: { video_id: string; cue: Cue }, words: readonly string[]): CaptionHit {
  return { video_id: row.video_id, start: row.cue.start, ...excerptOf(row.cue.text, words) };
}
