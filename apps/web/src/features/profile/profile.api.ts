import { PHOTO_RELOAD_DELAY_MS } from '@kinreel/contracts/constants';
import type { PublicProfile, UpdateUserRequest, User } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

/** The calls about profiles. A change of the own profile reloads the user (section 4). */
export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_SEARCHED_USER (API-05, STATE-07 searchedUser): of the answered list the first element; null without one. */
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
    /** API-22 (PROF-06): the user is reloaded a while after the photo is stored, so that the notice is read first. */
    updatePhoto: build.mutation<User, { userId: string; photo: File }>({
      query: ({ userId, photo }) => {
        const body = new FormData();
        body.append('photo', photo);
        return { url: `api/photo/${userId}`, method: 'PUT', body };
      },
      onQueryStarted: async (_photo, { dispatch, queryFulfilled }) => {
        const stored = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (stored) setTimeout(() => dispatch(baseApi.util.invalidateTags(['User'])), PHOTO_RELOAD_DELAY_MS);
      },
    }),
  }),
});

export const { useGetSearchedUserQuery, useUpdateUserMutation, useUpdatePhotoMutation } = profileApi;
