import type { Video } from '@kinreel/contracts/videos';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/** The video of the open share dialog. */
export type SharedVideo = Pick<Video, 'id' | 'prompt' | 'poster_url'>;

interface ShareState {
  /** STATE-08: the open share dialog, empty by default. The lists of shared videos are in the API cache. */
  shareReducer: { video?: SharedVideo };
}

const initialState: ShareState = { shareReducer: {} };

export const shareSlice = createSlice({
  name: 'share',
  initialState,
  reducers: {
    /** SET_SHARE_REDUCER: opens the dialog for a video, or closes it if there is none. */
    setShareReducer: (state, { payload }: PayloadAction<SharedVideo | undefined>) => {
      state.shareReducer = payload
        ? { video: { id: payload.id, prompt: payload.prompt, poster_url: payload.poster_url } }
        : {};
    },
  },
  extraReducers: (builder) =>
    builder.addCase(signedOut, () => initialState).addCase(sessionExpired, () => initialState),
  selectors: { selectSharedVideo: (state) => state.shareReducer.video },
});

export const { setShareReducer } = shareSlice.actions;
export const { selectSharedVideo } = shareSlice.selectors;
