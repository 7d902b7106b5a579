import type { Pace, PaceRequest } from '@kinreel/contracts/pace';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about the question of the week. */
const paceApi = baseApi.enhanceEndpoints({ addTagTypes: ['Questions'] }).injectEndpoints({
  endpoints: (build) => ({
    getPace: build.query<Pace, void>({
      query: () => 'api/pace',
      // A new video may be the answer.
      providesTags: ['Questions', 'Videos'],
    }),
    choosePace: build.mutation<Pace, PaceRequest>({
      query: (body) => ({ url: 'api/pace', method: 'PUT', body }),
      invalidatesTags: ['Questions'],
    }),
    stopPace: build.mutation<void, void>({
      query: () => ({ url: 'api/pace', method: 'DELETE' }),
      invalidatesTags: ['Questions', 'Notifications', 'User'],
    }),
    /** Refetches after errors too, because they mean that the displayed state is outdated. */
    putWeekQuestionAway: build.mutation<void, void>({
      query: () => ({ url: 'api/pace/put-away', method: 'PUT' }),
      invalidatesTags: ['Questions', 'Notifications'],
    }),
  }),
});

export const { useChoosePaceMutation, useGetPaceQuery, usePutWeekQuestionAwayMutation, useStopPaceMutation } = paceApi;
