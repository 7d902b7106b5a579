import type { Person } from '@kinreel/contracts/profile';
import { baseApi } from '../../shared/api/base-api.ts';

/** Most people the search box offers at a time; one more letter narrows it down. */
const RESULTS = 8;

/** What the store knows of who is looking. */
interface SignedIn {
  user: { user: { id: string } | undefined };
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_USERS (API-04): people by name. The signed-in person is never among them (HEAD-03, STATE-07 listOfUsers). */
    searchPeople: build.query<Person[], string>({
      queryFn: async (q, { getState }, _extra, fetch) => {
        const answer = await fetch({ url: 'api/search', params: { q, limit: RESULTS } });
        if (answer.error) return { error: answer.error };
        const own = (getState() as SignedIn).user.user?.id;
        return { data: (answer.data as Person[]).filter(({ id }) => id !== own) };
      },
      providesTags: ['Search'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchPeopleQuery } = peopleApi;
