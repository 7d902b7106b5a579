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
 * The Redux store: server data (`api`), the signed-in user (`user`), form errors (`errors`), the banner and photo being
 * edited (`banner`, `photo`), the open share dialog (`share`) and the uploads (`uploads`).
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

// When the server is reachable again, refetch all visible data, so that nobody has to reload the page.
setupListeners(store.dispatch, (dispatch, { onOnline }) =>
  onConnectivityChange(() => {
    if (!isOffline()) dispatch(onOnline());
  }),
);
