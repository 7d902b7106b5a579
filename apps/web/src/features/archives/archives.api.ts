import type { Archive, ArchiveResponse } from '@kinreel/contracts/archives';
import { baseApi } from '../../shared/api/base-api.ts';

const presented = ({ archive }: ArchiveResponse) => archive;

/** API calls about the archive of everything that belongs to the user. */
export const archivesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null if there is none. */
    getArchive: build.query<Archive | null, void>({
      query: () => 'api/archive',
      transformResponse: presented,
      providesTags: ['Archive'],
    }),
    startArchive: build.mutation<Archive | null, void>({
      query: () => ({ url: 'api/archive', method: 'POST' }),
      transformResponse: presented,
      invalidatesTags: ['Archive'],
    }),
    deleteArchive: build.mutation<void, void>({
      query: () => ({ url: 'api/archive', method: 'DELETE' }),
      invalidatesTags: ['Archive'],
    }),
  }),
});

export const { useDeleteArchiveMutation, useGetArchiveQuery, useStartArchiveMutation } = archivesApi;
