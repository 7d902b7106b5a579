import type { LinkPreview } from '@kinreel/contracts/short-links';
import { baseApi } from '../../shared/api/base-api.ts';
import type { WaitingLink } from './waiting-link.ts';

const linkPreviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Preview of a link or an invitation for people without an account. */
    getLinkPreview: build.query<LinkPreview, WaitingLink>({
      query: ({ kind, code }) => `api/${kind}/${code}/preview`,
      providesTags: ['Invitations'],
    }),
    /** Ends an invitation that came by mail, as its recipient. */
    declineInvitation: build.mutation<unknown, string>({
      query: (code) => ({ url: `api/invitation/${code}/decline`, method: 'POST' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
  }),
});

export const { useDeclineInvitationMutation, useGetLinkPreviewQuery } = linkPreviewApi;
