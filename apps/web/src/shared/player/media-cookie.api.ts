import { baseApi } from '../api/base-api.ts';

const mediaCookieApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reading the user's profile renews the media cookie, which expires with the access token. */
    renewMediaCookie: build.mutation<unknown, void>({ query: () => 'api/user' }),
  }),
});

export const { useRenewMediaCookieMutation } = mediaCookieApi;
