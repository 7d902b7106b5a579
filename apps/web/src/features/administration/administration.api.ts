import type { ResetLinkResponse, SiteOverview, SitePerson, SitePersonRequest } from '@kinreel/contracts/administration';
import type { RetryJobsResponse, SiteJobs } from '@kinreel/contracts/jobs';
import type { SiteMails, TestMailResponse } from '@kinreel/contracts/mails';
import type {
  RegistrationSetting,
  RegistrationSettingRequest,
  SiteInvitation,
  SiteInvitationRequest,
} from '@kinreel/contracts/registration';
import type { Report } from '@kinreel/contracts/reports';
import type { SitePrompt, SitePromptChange, SitePromptRequest } from '@kinreel/contracts/site-prompts';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of people. `next` is the query string of the next page, null on the last one. */
export interface PeoplePage {
  rows: SitePerson[];
  next: string | null;
}

/** API calls of site owners. */
const administrationApi = baseApi.enhanceEndpoints({ addTagTypes: ['Site'] }).injectEndpoints({
  endpoints: (build) => ({
    becomeOwner: build.mutation<void, string>({
      query: (code) => ({ url: 'api/owner', method: 'POST', body: { code } }),
    }),
    getOverview: build.query<SiteOverview, void>({ query: () => 'api/admin/overview', providesTags: ['Site'] }),
    getRegistration: build.query<RegistrationSetting, void>({
      query: () => 'api/admin/registration',
      providesTags: ['Site'],
    }),
    changeRegistration: build.mutation<RegistrationSetting, RegistrationSettingRequest>({
      query: (body) => ({ url: 'api/admin/registration', method: 'PUT', body }),
      invalidatesTags: ['Site'],
    }),
    getSitePeople: build.infiniteQuery<PeoplePage, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => `api/admin/people${pageParam || `?q=${encodeURIComponent(queryArg)}`}`,
      transformResponse: (rows: SitePerson[], meta) => ({ rows, next: meta?.next ?? null }),
      providesTags: ['Site'],
    }),
    changeSitePerson: build.mutation<SitePerson, SitePersonRequest & { id: string }>({
      query: ({ id, ...body }) => ({ url: `api/admin/people/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Site'],
    }),
    deletePerson: build.mutation<SitePerson, string>({
      query: (id) => ({ url: `api/admin/people/${id}/deletion`, method: 'POST' }),
      invalidatesTags: ['Site'],
    }),
    keepPerson: build.mutation<SitePerson, string>({
      query: (id) => ({ url: `api/admin/people/${id}/deletion`, method: 'DELETE' }),
      invalidatesTags: ['Site'],
    }),
    endSessions: build.mutation<void, string>({
      query: (id) => ({ url: `api/admin/people/${id}/sessions`, method: 'DELETE' }),
    }),
    makeResetLink: build.mutation<ResetLinkResponse, string>({
      query: (id) => ({ url: `api/admin/people/${id}/reset-link`, method: 'POST' }),
    }),
    getSiteInvitations: build.query<SiteInvitation[], void>({
      query: () => 'api/admin/invitations',
      providesTags: ['Site'],
    }),
    inviteToSite: build.mutation<SiteInvitation, SiteInvitationRequest>({
      query: (body) => ({ url: 'api/admin/invitations', method: 'POST', body }),
      invalidatesTags: ['Site'],
    }),
    endSiteInvitation: build.mutation<void, string>({
      query: (id) => ({ url: `api/admin/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Site'],
    }),
    getSiteMails: build.query<SiteMails, void>({ query: () => 'api/admin/mails', providesTags: ['Site'] }),
    retryMail: build.mutation<void, string>({
      query: (id) => ({ url: `api/admin/mails/${id}/retry`, method: 'POST' }),
      invalidatesTags: ['Site'],
    }),
    sendTestMail: build.mutation<TestMailResponse, void>({
      query: () => ({ url: 'api/admin/mails/test', method: 'POST' }),
    }),
    getSiteJobs: build.query<SiteJobs, void>({ query: () => 'api/admin/jobs', providesTags: ['Site'] }),
    retryJob: build.mutation<void, string>({
      query: (id) => ({ url: `api/admin/jobs/${id}/retry`, method: 'POST' }),
      invalidatesTags: ['Site'],
    }),
    retryAllJobs: build.mutation<RetryJobsResponse, void>({
      query: () => ({ url: 'api/admin/jobs/retry', method: 'POST' }),
      invalidatesTags: ['Site'],
    }),
    getSitePrompts: build.query<SitePrompt[], void>({ query: () => 'api/admin/prompts', providesTags: ['Site'] }),
    addSitePrompt: build.mutation<SitePrompt, SitePromptRequest>({
      query: (body) => ({ url: 'api/admin/prompts', method: 'POST', body }),
      invalidatesTags: ['Site', 'Prompts'],
    }),
    changeSitePrompt: build.mutation<SitePrompt, SitePromptChange & { id: number }>({
      query: ({ id, ...body }) => ({ url: `api/admin/prompts/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Site', 'Prompts'],
    }),
    getReports: build.query<Report[], void>({ query: () => 'api/admin/reports', providesTags: ['Site'] }),
    closeReport: build.mutation<void, string>({
      query: (id) => ({ url: `api/admin/reports/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Site'],
    }),
  }),
});

export const {
  useAddSitePromptMutation,
  useChangeSitePromptMutation,
  useGetSitePromptsQuery,
  useBecomeOwnerMutation,
  useChangeRegistrationMutation,
  useChangeSitePersonMutation,
  useCloseReportMutation,
  useDeletePersonMutation,
  useEndSessionsMutation,
  useEndSiteInvitationMutation,
  useGetOverviewQuery,
  useGetRegistrationQuery,
  useGetReportsQuery,
  useGetSiteInvitationsQuery,
  useGetSiteJobsQuery,
  useGetSiteMailsQuery,
  useGetSitePeopleInfiniteQuery,
  useInviteToSiteMutation,
  useKeepPersonMutation,
  useMakeResetLinkMutation,
  useRetryAllJobsMutation,
  useRetryJobMutation,
  useRetryMailMutation,
  useSendTestMailMutation,
} = administrationApi;
