import type { OpeningRequest, OpeningResponse } from '@kinreel/contracts/opening';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about scheduled videos. */
const openingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeOpening: build.mutation<OpeningResponse, OpeningRequest & { videoId: string }>({
      query: ({ videoId, ...body }) => ({ url: `api/video/${videoId}/opening`, method: 'PUT', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Audience', 'Shares', 'Invitations']),
    }),
  }),
});

export const { useChangeOpeningMutation } = openingApi;
