import { BANNERS, type BannerName } from '@kinreel/contracts/banner-names';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/**
 * STATE-09: name of the banner that the person has clicked, empty for none. A draft until Save Changes, shown in place
 * of the user's own at once; afterwards what was saved, until the reloaded user has it.
 */
export const bannerSlice = createSlice({
  name: 'banner',
  initialState: '' as BannerName | '',
  reducers: {
    bannerChosen: (_banner, { payload }: PayloadAction<BannerName>) => payload,
    /** Cancelled, or the reloaded user has it. */
    bannerCleared: () => '' as const,
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => '').addCase(sessionExpired, () => ''),
  selectors: {
    selectBanner: (banner) => banner,
  },
});

export const { bannerChosen, bannerCleared } = bannerSlice.actions;
export const { selectBanner } = bannerSlice.selectors;

/** Name of the banner at this address; the first of all for an address that is none of ours. */
export function bannerNameFromUrl(url: string): BannerName {
  return BANNERS.find((banner) => banner.url === url)?.name ?? BANNERS[0]?.name ?? 'Flowers';
}
