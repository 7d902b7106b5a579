import { type PublishUploadRequest, TUS_PATH, TUS_VERSION, type UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { Video } from '@kinreel/contracts/videos';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '../../shared/api/base-api.ts';

/** Dispatches events and calls of the API. */
export type UploadsDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Timeout of publishing, longer than the server's own. */
const PUBLISH_TIMEOUT_MS = 150_000;

/** Longest wait of a new upload until the space of a discarded one is freed. */
const DISCARD_TIMEOUT_MS = 10_000;

/** API calls about uploads. The bytes are sent by tus (send-file.ts). */
export const uploadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The user's unfinished uploads on the server. */
    getUploads: build.query<UnfinishedUpload[], void>({
      query: () => 'api/uploads',
      providesTags: ['Uploads'],
    }),
    /** Turns a complete upload into a video. Idempotent. */
    publishUpload: build.mutation<Video, { id: string } & PublishUploadRequest>({
      query: ({ id, ...body }) => ({
        url: `api/uploads/${id}/publish`,
        method: 'POST',
        body,
        timeout: PUBLISH_TIMEOUT_MS,
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Uploads']),
    }),
    /** Deletes an unfinished upload. */
    discardUpload: build.mutation<unknown, string>({
      query: (id) => ({
        url: `${TUS_PATH}/${id}`,
        method: 'DELETE',
        headers: { 'tus-resumable': TUS_VERSION },
        timeout: DISCARD_TIMEOUT_MS,
      }),
      invalidatesTags: ['Uploads'],
    }),
  }),
});

export const { useGetUploadsQuery, useDiscardUploadMutation } = uploadsApi;
