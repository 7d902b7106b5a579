import type {
  Gifts,
  SignOfLifeRequest,
  StewardRuleRequest,
  Stewards,
  Stewardship,
  VideoStewardRule,
} from '@kinreel/contracts/stewards';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about stewards. */
const stewardsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStewards: build.query<Stewards, void>({ query: () => 'api/stewards', providesTags: ['Stewards'] }),
    nameSteward: build.mutation<Stewards, { userId: string; waiting_days: number }>({
      query: ({ userId, ...body }) => ({ url: `api/stewards/${userId}`, method: 'PUT', body }),
      invalidatesTags: ['Stewards'],
    }),
    removeSteward: build.mutation<void, string>({
      query: (userId) => ({ url: `api/stewards/${userId}`, method: 'DELETE' }),
      invalidatesTags: ['Stewards'],
    }),
    markEndedRead: build.mutation<void, void>({
      query: () => ({ url: 'api/stewards/ended/read', method: 'PUT' }),
      invalidatesTags: ['Stewards', 'User'],
    }),
    /** Refetches after errors too, because they mean that the displayed state is outdated. */
    declineStewardship: build.mutation<void, string>({
      query: (ownerId) => ({ url: `api/stewardships/${ownerId}`, method: 'DELETE' }),
      invalidatesTags: ['Stewards', 'Videos'],
    }),
    askToBegin: build.mutation<Stewardship, string>({
      query: (ownerId) => ({ url: `api/stewardships/${ownerId}/request`, method: 'POST' }),
      invalidatesTags: ['Stewards'],
    }),
    getGifts: build.query<Gifts, string>({
      query: (ownerId) => `api/stewardships/${ownerId}/gifts`,
      providesTags: ['Stewards'],
    }),
    giveVideo: build.mutation<void, { videoId: string; userId: string }>({
      query: ({ videoId, userId }) => ({ url: `api/video/${videoId}/gifts/${userId}`, method: 'PUT' }),
      invalidatesTags: ['Stewards'],
    }),
    getStewardRule: build.query<VideoStewardRule, string>({
      query: (videoId) => `api/video/${videoId}/steward-rule`,
      providesTags: ['Stewards'],
    }),
    changeStewardRule: build.mutation<VideoStewardRule, StewardRuleRequest & { videoId: string }>({
      query: ({ videoId, ...body }) => ({ url: `api/video/${videoId}/steward-rule`, method: 'PUT', body }),
      invalidatesTags: ['Stewards'],
    }),
    showLife: build.mutation<void, SignOfLifeRequest>({
      query: (body) => ({ url: 'api/stewards/here', method: 'POST', body }),
    }),
  }),
});

export const {
  useAskToBeginMutation,
  useChangeStewardRuleMutation,
  useDeclineStewardshipMutation,
  useGetGiftsQuery,
  useGetStewardRuleQuery,
  useGetStewardsQuery,
  useGiveVideoMutation,
  useMarkEndedReadMutation,
  useNameStewardMutation,
  useRemoveStewardMutation,
  useShowLifeMutation,
} = stewardsApi;
