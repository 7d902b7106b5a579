import { type PublishUploadRequest, TUS_PATH, TUS_VERSION, type UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { Video } from '@kinreel/contracts/videos';
import { baseApi } from '../../shared/api/base-api.ts';

/** Longest time to wait for a video to be made of an upload, in milliseconds: longer than the server waits itself. */
const PUBLISH_MS = 150_000;

/** The calls about uploads that go on where they stopped. The bytes themselves go by tus (resumable-upload.ts). */
export const uploadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The caller's unfinished uploads: the truth about what is there. */
    getUploads: build.query<UnfinishedUpload[], void>({
      query: () => 'api/uploads',
      providesTags: ['Uploads'],
    }),
    /** Every byte is there: it becomes a video. May be repeated. */
    publishUpload: build.mutation<Video, { id: string } & PublishUploadRequest>({
      query: ({ id, ...body }) => ({ url: `api/uploads/${id}/publish`, method: 'POST', body, timeout: PUBLISH_MS }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Uploads']),
    }),
    /** Throw away what was sent. */
    discardUpload: build.mutation<unknown, string>({
      query: (id) => ({
        url: `${TUS_PATH}/${id}`,
        method: 'DELETE',
        headers: { 'tus-resumable': TUS_VERSION },
        responseHandler: 'text',
      }),
      invalidatesTags: ['Uploads'],
    }),
  }),
});

export const { useGetUploadsQuery, useDiscardUploadMutation } = uploadsApi;
