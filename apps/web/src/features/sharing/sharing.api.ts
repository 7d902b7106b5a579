import type { Connection } from '@kinreel/contracts/connections';
import type { ShareRequest } from '@kinreel/contracts/sharing';
import type { CreateLinkRequest, ShortLink } from '@kinreel/contracts/short-links';
import type { ShareRecipient } from '@kinreel/contracts/videos';
import { baseApi, type ResponseMeta } from '../../shared/api/base-api.ts';

/** Most pages of connections that are read for the picker; a page has a hundred. */
const MOST_PAGES = 20;

/** The calls of the share dialog. */
export const sharingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The accepted connections of the signed-in person, all pages of API-14, to pick from. */
    getSharePeople: build.query<Connection[], string>({
      queryFn: async (userId, _api, _extra, fetch) => {
        const people: Connection[] = [];
        let page: string | null = '?list=all&limit=100';
        for (let read = 0; page !== null && read < MOST_PAGES; read += 1) {
          const answer: Awaited<ReturnType<typeof fetch>> = await fetch(`api/connections/${userId}${page}`);
          if (answer.error) return { error: answer.error };
          people.push(...(answer.data as Connection[]));
          page = (answer.meta as ResponseMeta | undefined)?.next ?? null;
        }
        return { data: people.filter((connection) => !connection.pending) };
      },
      providesTags: ['Connections'],
    }),
    /** API-23: 'OK' counts as success; anything else is a failure. */
    shareVideo: build.mutation<'OK', ShareRequest>({
      query: (body) => ({ url: 'api/share', method: 'POST', body, responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares']),
    }),
    /** Everybody the owner gave this video to. */
    getRecipients: build.query<ShareRecipient[], string>({
      query: (videoId) => `api/share/${videoId}`,
      providesTags: ['Shares'],
    }),
    removeShare: build.mutation<unknown, { videoId: string; userId: string }>({
      query: ({ videoId, userId }) => ({
        url: `api/share/${videoId}/${userId}`,
        method: 'DELETE',
        responseHandler: 'text',
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares']),
    }),
    /** API-24: the short link as plain text. The standing link is answered again instead of another (SHARE-05). */
    createLink: build.mutation<string, CreateLinkRequest>({
      query: (body) => ({ url: 'api/link', method: 'POST', body, responseHandler: 'text' }),
      transformResponse: (text: string) => text.trim().replace(/^"|"$/g, ''),
      invalidatesTags: (_done, error) => (error ? [] : ['Links']),
    }),
    /** The links that stand for one of the own videos. */
    getLinks: build.query<ShortLink[], string>({
      query: (videoId) => `api/link?video_id=${videoId}`,
      providesTags: ['Links'],
    }),
    withdrawLink: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/link/${id}`, method: 'DELETE', responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Links']),
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
  useWithdrawLinkMutation,
} = sharingApi;
