import type { NoteRequest, NotesResponse, NotesVisibility } from '@kinreel/contracts/notes';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page. `next` is the query string of the next page, null on the last one. */
export interface NotesPage extends NotesResponse {
  next: string | null;
}

const invalidation = { invalidatesTags: ['Notes'] as const };

/** API calls about hearts and notes below a video. */
export const notesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotes: build.infiniteQuery<NotesPage, string, string>({
      infiniteQueryOptions: { initialPageParam: '?limit=20', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg: videoId, pageParam }) => `api/video/${videoId}/notes${pageParam}`,
      transformResponse: (page: NotesResponse, meta) => ({ ...page, next: meta?.next ?? null }),
      providesTags: ['Notes'],
    }),
    writeNote: build.mutation<unknown, NoteRequest & { videoId: string }>({
      query: ({ videoId, ...body }) => ({ url: `api/video/${videoId}/notes`, method: 'POST', body }),
      ...invalidation,
    }),
    removeNote: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/notes/${id}`, method: 'DELETE' }),
      ...invalidation,
    }),
    changeHeart: build.mutation<unknown, { videoId: string; loves: boolean }>({
      query: ({ videoId, loves }) => ({ url: `api/video/${videoId}/heart`, method: loves ? 'PUT' : 'DELETE' }),
      ...invalidation,
    }),
    changeNotesVisibility: build.mutation<unknown, { videoId: string; visibility: NotesVisibility }>({
      query: ({ videoId, visibility }) => ({
        url: `api/video/${videoId}/notes-visibility`,
        method: 'PUT',
        body: { visibility },
      }),
      ...invalidation,
    }),
  }),
});

export const {
  useGetNotesInfiniteQuery,
  useWriteNoteMutation,
  useRemoveNoteMutation,
  useChangeHeartMutation,
  useChangeNotesVisibilityMutation,
} = notesApi;
