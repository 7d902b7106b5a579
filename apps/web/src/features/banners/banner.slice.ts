import { BANNERS, type BannerName } from '@kinreel/contracts/banner-names';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/**
 * STATE-09: name of the banner selected in the dialog, empty for none. Shown instead of the user's banner until it is
 * cancelled, or saved and contained in the refetched user.
 */
export const bannerSlice = createSlice({
  name: 'banner',
  initialState: '' as BannerName | '',
  reducers: {
    bannerChosen: (_banner, { payload }: PayloadAction<BannerName>) => payload,
    /** It was cancelled, or the refetched user contains it. */
    bannerCleared: () => '' as const,
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => '').addCase(sessionExpired, () => ''),
  selectors: {
    selectBanner: (banner) => banner,
  },
});

export const { bannerChosen, bannerCleared } = bannerSlice.actions;
export const { selectBanner } = bannerSlice.selectors;

/** Name of the banner with this URL; the first banner for an unknown URL. */
export function bannerNameFromUrl(url: string): BannerName {
  return BANNERS.find((banner) => banner.url === url)?.name ?? BANNERS[0]?.name ?? 'Flowers';
}
