import { MAX_PAGE_SIZE } from '@kinreel/contracts/common';
import type { Connection, ConnectionList, ConnectionRequest } from '@kinreel/contracts/connections';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of a list. `next` is the query string of the page that follows, null at the end. */
export interface ConnectionPage {
  rows: Connection[];
  next: string | null;
}

/** How long a confirmed request says so in its place before the lists are read again, in milliseconds. */
export const CONFIRMED_MS = 4000;

/** What a connection decides: who may see which videos, and what is shared. */
const DEPENDENT_TAGS = ['Videos', 'Shares'] as const;

/** The calls about connections. After each change the lists are read again (section 4). */
export const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_CONNECTIONS (API-14, STATE-04): one tab of the own connections. Requests come in the largest pages: the badge counts them. */
    getConnections: build.infiniteQuery<ConnectionPage, { userId: string; list: ConnectionList }, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.next ?? undefined,
      },
      query: ({ queryArg: { userId, list }, pageParam }) => {
        const first = list === 'requests' ? `?list=${list}&limit=${MAX_PAGE_SIZE}` : `?list=${list}`;
        return `api/connections/${userId}${pageParam || first}`;
      },
      transformResponse: (rows: Connection[], meta) => ({ rows, next: meta?.next ?? null }),
      providesTags: ['Connections'],
    }),
    /** The one connection with another person, null without one. */
    getConnectionWith: build.query<Connection | null, string>({
      query: (personId) => `api/connections/${personId}`,
      transformResponse: (rows: Connection[]) => rows[0] ?? null,
      providesTags: ['Connections'],
    }),
    /** POST_REQUEST (API-15). A refusal, too, says that things are not as they were shown. */
    postRequest: build.mutation<Connection, ConnectionRequest>({
      query: (body) => ({ url: 'api/connections', method: 'POST', body }),
      invalidatesTags: ['Connections', ...DEPENDENT_TAGS],
    }),
    /** ACCEPT_CONNECTIONS (API-16). The request says in its place what it has become, then the lists are read again. */
    acceptConnection: build.mutation<Connection, { connectionId: string; userId: string }>({
      query: ({ connectionId }) => ({ url: `api/connections/${connectionId}`, method: 'PUT' }),
      invalidatesTags: (_done, error) => (error ? ['Connections'] : [...DEPENDENT_TAGS]),
      onQueryStarted: async ({ connectionId, userId }, { dispatch, queryFulfilled }) => {
        const accepted = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (!accepted) return;
        dispatch(
          connectionsApi.util.updateQueryData('getConnections', { userId, list: 'requests' }, (draft) => {
            const row = draft.pages.flatMap((page) => page.rows).find((one) => one.connection_id === connectionId);
            if (row) row.pending = false;
          }),
        );
        dispatch(connectionsApi.util.updateQueryData('getConnectionWith', accepted.user_id, () => accepted));
        setTimeout(() => dispatch(baseApi.util.invalidateTags(['Connections'])), CONFIRMED_MS);
      },
    }),
    /** DELETE_CONNECTIONS (API-17): ends a connection or a request, and what the two have shared (CONN-04). */
    deleteConnection: build.mutation<unknown, { connectionId: string; userId: string }>({
      query: ({ connectionId }) => ({
        url: `api/connections/${connectionId}`,
        method: 'DELETE',
        responseHandler: 'text',
      }),
      invalidatesTags: ['Connections', ...DEPENDENT_TAGS],
    }),
  }),
});

export const {
  useGetConnectionsInfiniteQuery,
  useGetConnectionWithQuery,
  usePostRequestMutation,
  useAcceptConnectionMutation,
  useDeleteConnectionMutation,
} = connectionsApi;
