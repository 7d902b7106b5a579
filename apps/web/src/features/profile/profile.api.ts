import { PHOTO_RELOAD_DELAY_MS } from '@kinreel/contracts/constants';
import type { PublicProfile, UpdateUserRequest, User, VerificationMailResponse } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

/** Profile endpoints. Changing the user's own profile refetches the user (section 4). */
export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_SEARCHED_USER (API-05, STATE-07 searchedUser): the first item of the response, or null. */
    getSearchedUser: build.query<PublicProfile | null, string>({
      query: (userId) => `api/search/${encodeURIComponent(userId)}`,
      transformResponse: (people: PublicProfile[]) => people[0] ?? null,
      providesTags: ['Person'],
    }),
    /** UPDATE_USER (API-02). */
    updateUser: build.mutation<User, UpdateUserRequest & { id: string }>({
      query: (body) => ({ url: `api/user/update/${body.id}`, method: 'PUT', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['User']),
    }),
    /**
     * Sends the confirmation mail for the user's address again. Refetches the user if the address is already confirmed.
     */
    sendVerification: build.mutation<VerificationMailResponse, void>({
      query: () => ({ url: 'api/user/verification-mail', method: 'POST' }),
      invalidatesTags: (done) => (done?.email_verified ? ['User'] : []),
    }),
    /** API-22 (PROF-06): refetches the user after a delay, in which the notice is visible. */
    updatePhoto: build.mutation<User, { userId: string; photo: File }>({
      query: ({ userId, photo }) => {
        const body = new FormData();
        body.append('photo', photo);
        return { url: `api/photo/${userId}`, method: 'PUT', body };
      },
      onQueryStarted: async (_photo, { dispatch, queryFulfilled }) => {
        const succeeded = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (succeeded) setTimeout(() => dispatch(baseApi.util.invalidateTags(['User'])), PHOTO_RELOAD_DELAY_MS);
      },
    }),
  }),
});

export const { useGetSearchedUserQuery, useSendVerificationMutation, useUpdateUserMutation, useUpdatePhotoMutation } =
  profileApi;
