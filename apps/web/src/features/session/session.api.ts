import type { RegisterRequest, User } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /api/user: the signed-in user (API-03). The response also sets the media cookie. */
    getUser: build.query<User, void>({ query: () => 'api/user', providesTags: ['User'] }),
    /** POST /api/user/register (API-01), with email and password or with the bearer token. */
    register: build.mutation<unknown, RegisterRequest>({
      query: (body) => ({ url: 'api/user/register', method: 'POST', body }),
    }),
  }),
});

export const { useRegisterMutation } = sessionApi;
