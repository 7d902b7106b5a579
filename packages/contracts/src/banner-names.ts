/** PROF-05: the twenty banners, in display order. No zod import here, so that the first page stays small. */
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

export type BannerName = (typeof BANNER_NAMES)[number];

/** Shown until a person chooses a banner. */
export const DEFAULT_BANNER: BannerName = 'Tree';

/** URL path of a banner image, on the app's own origin. */
export function bannerUrl(name: BannerName): string {
  return `/banners/${name.toLowerCase()}.svg`;
}

/** Section 3: a banner option is a name and a url. */
export const BANNERS: readonly { name: BannerName; url: string }[] = BANNER_NAMES.map((name) => ({
  name,
  url: bannerUrl(name),
}));
