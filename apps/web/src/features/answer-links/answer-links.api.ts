import {
  ANSWER_CODE_HEADER,
  type AnswerLink,
  type AnswerPage,
  type PublishAnswerRequest,
  type PublishedAnswer,
} from '@kinreel/contracts/answer-links';
import { baseApi } from '../../shared/api/base-api.ts';

/** Timeout of publishing, longer than the server's own. */
const PUBLISH_TIMEOUT_MS = 150_000;

/** The code of a link permits the request, whether or not a person is logged in. */
const by = (code: string) => ({ headers: { [ANSWER_CODE_HEADER]: code } });

/** API calls about links to answer a question without a login. */
const answerLinksApi = baseApi.enhanceEndpoints({ addTagTypes: ['AnswerLinks'] }).injectEndpoints({
  endpoints: (build) => ({
    getAnswerPage: build.query<AnswerPage, string>({
      query: (code) => ({ url: 'api/answer-link', ...by(code) }),
      providesTags: ['AnswerLinks'],
    }),
    putAwayByLink: build.mutation<void, string>({
      query: (code) => ({ url: 'api/answer-link/put-away', method: 'PUT', ...by(code) }),
      invalidatesTags: ['AnswerLinks'],
    }),
    /** Not followed by a refetch: the page says that the answer was sent. */
    publishAnswer: build.mutation<PublishedAnswer, { code: string } & PublishAnswerRequest>({
      query: ({ code, ...body }) => ({
        url: 'api/answer-link/publish',
        method: 'POST',
        body,
        timeout: PUBLISH_TIMEOUT_MS,
        ...by(code),
      }),
    }),
    takeAnswerBack: build.mutation<void, string>({
      query: (code) => ({ url: 'api/answer-link/take-back', method: 'POST', ...by(code) }),
    }),
    /** For the asker: the current link, or a new one. */
    makeAnswerLink: build.mutation<AnswerLink, { questionId: string; renew?: boolean }>({
      query: ({ questionId, ...body }) => ({ url: `api/questions/${questionId}/link`, method: 'POST', body }),
    }),
    endAnswerLink: build.mutation<void, string>({
      query: (questionId) => ({ url: `api/questions/${questionId}/link`, method: 'DELETE' }),
    }),
  }),
});

export const {
  useEndAnswerLinkMutation,
  useGetAnswerPageQuery,
  useMakeAnswerLinkMutation,
  usePublishAnswerMutation,
  usePutAwayByLinkMutation,
  useTakeAnswerBackMutation,
} = answerLinksApi;
