import { createSlice } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { profileApi } from './profile.api.ts';

/** STATE-10: URL of the newly uploaded photo, null by default. Shown until the refetched user contains it (PROF-06). */
export const photoSlice = createSlice({
  name: 'photo',
  initialState: null as string | null,
  reducers: {
    /** The refetched user contains the photo. */
    photoReloaded: () => null,
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => null)
      .addCase(sessionExpired, () => null)
      .addMatcher(profileApi.endpoints.updatePhoto.matchFulfilled, (_photo, { payload }) => payload.profile_image),
  selectors: { selectPhoto: (photo) => photo },
});

export const { photoReloaded } = photoSlice.actions;
export const { selectPhoto } = photoSlice.selectors;
