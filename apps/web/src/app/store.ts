import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { bannerSlice } from '../features/banners/banner.slice.ts';
import { photoSlice } from '../features/profile/photo.slice.ts';
import { errorsReducer, userReducer } from '../features/session/session.slice.ts';
import { shareSlice } from '../features/sharing/sharing.slice.ts';
import { uploadsMiddleware } from '../features/uploads/upload-manager.ts';
import { uploadsSlice } from '../features/uploads/uploads.slice.ts';
import { baseApi } from '../shared/api/base-api.ts';
import { isOffline, onConnectivityChange } from '../shared/api/reachability.ts';

/**
 * The app's store: what the server answered (`api`), who is signed in (`user`), the words of a failed form (`errors`),
 * the banner and photo being chosen (`banner`, `photo`), the share and the upload under way (`share`, `uploads`).
 */
export const store = configureStore({
  reducer: {
    [baseApi.reducerPath]: baseApi.reducer,
    user: userReducer,
    errors: errorsReducer,
    [shareSlice.name]: shareSlice.reducer,
    [uploadsSlice.name]: uploadsSlice.reducer,
    [bannerSlice.name]: bannerSlice.reducer,
    [photoSlice.name]: photoSlice.reducer,
  },
  middleware: (getDefault) => getDefault().concat(baseApi.middleware, uploadsMiddleware),
});

// Once the server is back, what is shown is fetched anew: no list stays failed, and nobody has to reload the page.
setupListeners(store.dispatch, (dispatch, { onOnline }) =>
  onConnectivityChange(() => {
    if (!isOffline()) dispatch(onOnline());
  }),
);
