import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { bannerSlice } from '../features/banners/banner.slice.ts';
import { photoSlice } from '../features/profile/photo.slice.ts';
import { errorsReducer, userReducer } from '../features/session/session.slice.ts';
import { shareSlice } from '../features/sharing/sharing.slice.ts';
import { createUploadLoader } from '../features/uploads/upload-loader.ts';
import type { UploadsState } from '../features/uploads/upload-types.ts';
import { INITIAL_UPLOADS } from '../features/uploads/uploads-state.ts';
import { baseApi } from '../shared/api/base-api.ts';
import { isOffline, onConnectivityChange } from '../shared/api/reachability.ts';
import { releaseTake } from './release-take.ts';

const reducers = {
  [baseApi.reducerPath]: baseApi.reducer,
  user: userReducer,
  errors: errorsReducer,
  [shareSlice.name]: shareSlice.reducer,
  [bannerSlice.name]: bannerSlice.reducer,
  [photoSlice.name]: photoSlice.reducer,
};

/** The state of uploads until the upload machine is loaded. */
const noUploads = (): UploadsState => INITIAL_UPLOADS;

const uploads = createUploadLoader(({ uploadsReducer, createUploadEffects }) => {
  store.replaceReducer(combineReducers({ ...reducers, uploads: uploadsReducer }));
  return createUploadEffects(releaseTake);
});

/**
 * The Redux store: server data (`api`), the signed-in user (`user`), form errors (`errors`), the banner and photo being
 * edited (`banner`, `photo`), the open share dialog (`share`) and the uploads (`uploads`).
 */
export const store = configureStore({
  reducer: combineReducers({ ...reducers, uploads: noUploads }),
  middleware: (getDefault) => getDefault().concat(baseApi.middleware, uploads),
});

// Refetch all visible data when the server is reachable again, so that no reload of the page is needed.
setupListeners(store.dispatch, (dispatch, { onOnline }) =>
  onConnectivityChange(() => {
    if (!isOffline()) dispatch(onOnline());
  }),
);
