import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { BANNER_NAMES } from './banner-names.ts';
import { id } from './common.ts';

export * from './banner-names.ts';

export const bannerName = z.enum(BANNER_NAMES, { error: () => text.bannerMissing });

/** PUT /api/banner/ (API-21). `userId` is optional, as in the specification; it must be the caller's own. */
export const updateBannerRequest = z.object({ banner: bannerName, userId: z.optional(id) });
export type UpdateBannerRequest = z.infer<typeof updateBannerRequest>;
