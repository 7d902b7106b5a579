import type { AcceptInvitationResponse, Invitation, InvitationRequest } from '@kinreel/contracts/invitations';
import { baseApi } from '../../shared/api/base-api.ts';

const invitationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The current invitations to one of the user's own videos. */
    getInvitations: build.query<Invitation[], string>({
      query: (videoId) => `api/invitation?video_id=${videoId}`,
      providesTags: ['Invitations'],
    }),
    /** Sends an invitation, or returns the one that was sent before. */
    invite: build.mutation<Invitation, InvitationRequest>({
      query: (body) => ({ url: 'api/invitation', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    withdrawInvitation: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/invitation/${id}`, method: 'DELETE', responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    /** Accepts an invitation. Repeating it changes nothing, so it can be a query that is tried again. */
    acceptInvitation: build.query<AcceptInvitationResponse, string>({
      query: (code) => ({ url: 'api/invitation/accept', method: 'POST', body: { code } }),
    }),
  }),
});

export const { useGetInvitationsQuery, useInviteMutation, useWithdrawInvitationMutation, useAcceptInvitationQuery } =
  invitationsApi;
