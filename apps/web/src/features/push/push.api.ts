import type { PushDevice, PushResponse, PushSubscriptionRequest } from '@kinreel/contracts/push';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about push subscriptions. */
export const pushApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPush: build.query<PushResponse, void>({ query: () => 'api/push', providesTags: ['Push'] }),
    addPushDevice: build.mutation<PushDevice, PushSubscriptionRequest>({
      query: (body) => ({ url: 'api/push', method: 'POST', body }),
      invalidatesTags: ['Push'],
    }),
    removePushDevice: build.mutation<void, string>({
      query: (id) => ({ url: `api/push/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Push'],
    }),
  }),
});

export const { useAddPushDeviceMutation, useGetPushQuery, useRemovePushDeviceMutation } = pushApi;
