import type { UpdateBannerRequest } from '@kinreel/contracts/banners';
import type { User } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

export const bannersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST_BANNER (API-21): saves the banner and refetches the user. */
    updateBanner: build.mutation<User, UpdateBannerRequest & { userId: string }>({
      query: (body) => ({ url: 'api/banner/', method: 'PUT', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['User']),
    }),
  }),
});

export const { useUpdateBannerMutation } = bannersApi;
