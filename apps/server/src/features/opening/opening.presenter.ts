import type { OpeningResponse } from '@kinreel/contracts';

export function presentOpening({ opens_at }: { opens_at: Date | null }): OpeningResponse {
  return { opens_at: opens_at?.toISOString() ?? null };
}
