import type {
  AcceptInvitationResponse,
  Invitation,
  InvitationRequest,
  RelativeInvitation,
  RelativeInvitationRequest,
  RelativeInvitationsResponse,
} from '@kinreel/contracts/invitations';
import { baseApi } from '../../shared/api/base-api.ts';

const invitationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The open invitations to one of the user's own videos. */
    getInvitations: build.query<Invitation[], string>({
      query: (videoId) => `api/invitation?video_id=${videoId}`,
      providesTags: ['Invitations'],
    }),
    /** Sends an invitation, or returns the existing one. */
    invite: build.mutation<Invitation, InvitationRequest>({
      query: (body) => ({ url: 'api/invitation', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    withdrawInvitation: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/invitation/${id}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    /** The user's invitations without a video, and whether the user may create more. */
    getRelativeInvitations: build.query<RelativeInvitationsResponse, void>({
      query: () => 'api/invitation/relatives',
      providesTags: ['Invitations'],
    }),
    /** Invites by mail, or without an address creates a link. Returns an existing active link. */
    inviteRelative: build.mutation<RelativeInvitation, RelativeInvitationRequest>({
      query: (body) => ({ url: 'api/invitation/relatives', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    sendInvitationAgain: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/invitation/relatives/${id}/again`, method: 'POST' }),
    }),
    cancelRelativeInvitation: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/invitation/relatives/${id}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Invitations']),
    }),
    /** Accepts an invitation. A query, because it is idempotent and can be retried. */
    acceptInvitation: build.query<AcceptInvitationResponse, string>({
      query: (code) => ({ url: 'api/invitation/accept', method: 'POST', body: { code } }),
      // It connects two people, and confirms the address to which it was mailed.
      onQueryStarted: (_code, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () => void dispatch(baseApi.util.invalidateTags(['User', 'Connections'])),
          () => undefined,
        ),
    }),
  }),
});

export const {
  useGetInvitationsQuery,
  useInviteMutation,
  useWithdrawInvitationMutation,
  useGetRelativeInvitationsQuery,
  useInviteRelativeMutation,
  useSendInvitationAgainMutation,
  useCancelRelativeInvitationMutation,
  useAcceptInvitationQuery,
} = invitationsApi;
