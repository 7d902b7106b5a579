import { createSlice } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { profileApi } from './profile.api.ts';

/**
 * STATE-10: address of the photo that was just stored, null by default. It is shown in place of the user's until the
 * user is reloaded (PROF-06).
 */
export const photoSlice = createSlice({
  name: 'photo',
  initialState: null as string | null,
  reducers: {
    /** The reloaded user has the photo. */
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
