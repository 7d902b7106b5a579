import type { Archive, ArchiveResponse } from '@kinreel/contracts/archives';
import { baseApi } from '../../shared/api/base-api.ts';

const presented = ({ archive }: ArchiveResponse) => archive;

/** Null for all of the user's own data, otherwise the person whose videos the user manages as steward. */
export type ArchiveOf = string | null;

const urlOf = (of: ArchiveOf) => (of === null ? 'api/archive' : `api/stewardships/${of}/archive`);

/** API calls about archives: of the user's own data, and of videos that the user manages as steward. */
export const archivesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null if there is none. */
    getArchive: build.query<Archive | null, ArchiveOf>({
      query: urlOf,
      transformResponse: presented,
      providesTags: ['Archive'],
    }),
    startArchive: build.mutation<Archive | null, ArchiveOf>({
      query: (of) => ({ url: urlOf(of), method: 'POST' }),
      transformResponse: presented,
      invalidatesTags: ['Archive'],
    }),
    deleteArchive: build.mutation<void, ArchiveOf>({
      query: (of) => ({ url: urlOf(of), method: 'DELETE' }),
      invalidatesTags: ['Archive'],
    }),
  }),
});

export const { useDeleteArchiveMutation, useGetArchiveQuery, useStartArchiveMutation } = archivesApi;
