import { MAX_PAGE_SIZE } from '@kinreel/contracts/common';
import type { Connection, ConnectionList, ConnectionRequest, Relationship } from '@kinreel/contracts/connections';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of a list. `next` is the query string of the next page, null on the last one. */
export interface ConnectionPage {
  rows: Connection[];
  next: string | null;
}

/** How long a confirmed request stays visible before the lists are refetched, in milliseconds. */
export const CONFIRMED_NOTICE_MS = 4000;

/** Data that depends on connections: visible videos and shares. */
const DEPENDENT_TAGS = ['Videos', 'Shares', 'News'] as const;

/** API calls about connections. Lists are refetched after each change (section 4 of the specification). */
export const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * GET_CONNECTIONS (API-14, STATE-04): one list of the user's connections. Requests use the maximum page size,
     * because the badge counts them.
     */
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
    /** The connection with another person, null if there is none. */
    getConnectionWith: build.query<Connection | null, string>({
      query: (personId) => `api/connections/${personId}`,
      transformResponse: (rows: Connection[]) => rows[0] ?? null,
      providesTags: ['Connections'],
    }),
    /** POST_REQUEST (API-15). Refetches after errors too, because they mean that the displayed state is outdated. */
    postRequest: build.mutation<Connection, ConnectionRequest>({
      query: (body) => ({ url: 'api/connections', method: 'POST', body }),
      invalidatesTags: ['Connections', ...DEPENDENT_TAGS],
    }),
    /** ACCEPT_CONNECTIONS (API-16). First shows the request as accepted, and refetches the lists a moment later. */
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
        setTimeout(() => dispatch(baseApi.util.invalidateTags(['Connections'])), CONFIRMED_NOTICE_MS);
      },
    }),
    /** Sets the relationship that the user wants: sends a request, accepts one, or withdraws their own. */
    setRelationship: build.mutation<Connection, { connectionId: string; relationship: Relationship }>({
      query: ({ connectionId, relationship }) => ({
        url: `api/connections/${connectionId}/relationship`,
        method: 'PUT',
        body: { relationship },
      }),
      invalidatesTags: ['Connections', ...DEPENDENT_TAGS],
    }),
    /**
     * DELETE_CONNECTIONS (API-17): removes a connection or request, and the shares between the two people (CONN-04).
     */
    deleteConnection: build.mutation<unknown, { connectionId: string; userId: string }>({
      query: ({ connectionId }) => ({
        url: `api/connections/${connectionId}`,
        method: 'DELETE',
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
  useSetRelationshipMutation,
} = connectionsApi;
