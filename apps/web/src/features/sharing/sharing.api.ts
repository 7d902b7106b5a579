import type { Connection } from '@kinreel/contracts/connections';
import type { ShareRequest } from '@kinreel/contracts/sharing';
import type { CreateLinkInput, ShortLink } from '@kinreel/contracts/short-links';
import type { ShareRecipient } from '@kinreel/contracts/videos';
import { baseApi, type ResponseMeta } from '../../shared/api/base-api.ts';

/** Maximum number of pages with 100 connections that are fetched for the picker. */
const MAX_PAGES = 20;

/** API calls of the share dialog. */
export const sharingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All accepted connections of the user (every page of API-14). */
    getSharePeople: build.query<Connection[], string>({
      queryFn: async (userId, _api, _extra, fetch) => {
        const people: Connection[] = [];
        let page: string | null = '?list=all&limit=100';
        for (let fetched = 0; page !== null && fetched < MAX_PAGES; fetched += 1) {
          const response: Awaited<ReturnType<typeof fetch>> = await fetch(`api/connections/${userId}${page}`);
          if (response.error) return { error: response.error };
          people.push(...(response.data as Connection[]));
          page = (response.meta as ResponseMeta | undefined)?.next ?? null;
        }
        return { data: people.filter((connection) => !connection.pending) };
      },
      providesTags: ['Connections'],
    }),
    /** API-23: 'OK' is a success, everything else a failure. */
    shareVideo: build.mutation<'OK', ShareRequest>({
      query: (body) => ({ url: 'api/share', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares', 'Audience']),
    }),
    /** The recipients of a video. */
    getRecipients: build.query<ShareRecipient[], string>({
      query: (videoId) => `api/share/${videoId}`,
      providesTags: ['Shares'],
    }),
    removeShare: build.mutation<unknown, { videoId: string; userId: string }>({
      query: ({ videoId, userId }) => ({
        url: `api/share/${videoId}/${userId}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares', 'Audience']),
    }),
    /** API-24: the short link as plain text. Returns an active link if there is one (SHARE-05). */
    createLink: build.mutation<string, CreateLinkInput>({
      query: (body) => ({ url: 'api/link', method: 'POST', body }),
      transformResponse: (text: string) => text.trim().replace(/^"|"$/g, ''),
      // A link that was not requested by the person changes nothing on the screen.
      invalidatesTags: (_done, error, { asked }) => (error ? [] : asked === false ? ['Links'] : ['Links', 'Audience']),
    }),
    /** The active links of one of the user's own videos. */
    getLinks: build.query<ShortLink[], string>({
      query: (videoId) => `api/link?video_id=${videoId}`,
      providesTags: ['Links'],
    }),
    revokeLink: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/link/${id}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Links', 'Audience']),
    }),
  }),
});

export const {
  useGetSharePeopleQuery,
  useShareVideoMutation,
  useGetRecipientsQuery,
  useRemoveShareMutation,
  useCreateLinkMutation,
  useGetLinksQuery,
  useRevokeLinkMutation,
} = sharingApi;
