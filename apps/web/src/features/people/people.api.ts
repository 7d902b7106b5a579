import type { Person } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

/** Maximum number of results. */
const MAX_RESULTS = 8;

/** The part of the store that this feature reads. */
interface SignedIn {
  user: { user: { id: string } | undefined };
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_USERS (API-04): finds people by name, without the signed-in user (HEAD-03, STATE-07 listOfUsers). */
    searchPeople: build.query<Person[], string>({
      queryFn: async (q, { getState }, _extra, fetch) => {
        const response = await fetch({ url: 'api/search', params: { q, limit: MAX_RESULTS } });
        if (response.error) return { error: response.error };
        const own = (getState() as SignedIn).user.user?.id;
        return { data: (response.data as Person[]).filter(({ id }) => id !== own) };
      },
      providesTags: ['Search'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchPeopleQuery } = peopleApi;
