import * as z from 'zod/mini';
import { isoDateTime } from './common.ts';

/** Maximum number of years until a scheduled video opens. */
export const MAX_OPENING_YEARS = 100;

/** PUT /api/video/{id}/opening: when the video opens; null: now. Until then only its owner can see it. */
export const openingRequest = z.strictObject({ opens_at: z.nullable(isoDateTime) });
export type OpeningRequest = z.infer<typeof openingRequest>;
export const openingResponse = z.object({ opens_at: z.nullable(isoDateTime) });
export type OpeningResponse = z.infer<typeof openingResponse>;
