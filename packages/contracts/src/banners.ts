import * as z from 'zod/mini';
import { id } from './common.ts';

/** PROF-05: the twenty banners, in the order they are offered. */
export const BANNER_NAMES = [
  'Flowers',
  'Tree',
  'Clouds',
  'Balloons',
  'Ripple',
  'Lemons',
  'River',
  'Canoe',
  'Canyon',
  'Mountains',
  'Rainbow',
  'Yarn',
  'Pier',
  'Paint',
  'Blossoms',
  'Citrus',
  'Droplet',
  'Grass',
  'Lavender',
  'Sunflower',
] as const;

export const bannerName = z.enum(BANNER_NAMES, { error: 'Please choose one of the banners.' });
export type BannerName = z.infer<typeof bannerName>;

/** The banner of a person who has not chosen one. */
export const DEFAULT_BANNER: BannerName = 'Tree';

/** Address of a banner's picture, on the app's own origin. */
export function bannerUrl(name: BannerName): string {
  return `/banners/${name.toLowerCase()}.svg`;
}

/** Section 3: a banner option is a name and a url. */
export const BANNERS: readonly { name: BannerName; url: string }[] = BANNER_NAMES.map((name) => ({
  name,
  url: bannerUrl(name),
}));

/** PUT /api/banner/ (API-21). `userId` may be sent, as the specification names it; it must be the caller's own. */
export const updateBannerRequest = z.object({ banner: bannerName, userId: z.optional(id) });
export type UpdateBannerRequest = z.infer<typeof updateBannerRequest>;
