import type { AskedQuestion, QuestionRequest, WaitingQuestions } from '@kinreel/contracts/questions';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about questions. */
const questionsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Questions'] }).injectEndpoints({
  endpoints: (build) => ({
    getWaitingQuestions: build.query<WaitingQuestions, void>({
      query: () => 'api/questions',
      // A new video may be an answer.
      providesTags: ['Questions', 'Videos'],
    }),
    getAskedQuestions: build.query<AskedQuestion[], string>({
      query: (personId) => `api/questions/asked/${personId}`,
      providesTags: ['Questions'],
    }),
    askQuestion: build.mutation<AskedQuestion, QuestionRequest>({
      query: (body) => ({ url: 'api/questions', method: 'POST', body }),
      invalidatesTags: ['Questions'],
    }),
    /** Refetches after errors too, because they mean that the displayed state is outdated. */
    withdrawQuestion: build.mutation<void, string>({
      query: (questionId) => ({ url: `api/questions/${questionId}`, method: 'DELETE' }),
      invalidatesTags: ['Questions'],
    }),
    putQuestionAway: build.mutation<void, string>({
      query: (questionId) => ({ url: `api/questions/${questionId}/put-away`, method: 'PUT' }),
      invalidatesTags: ['Questions', 'Notifications'],
    }),
    undoPutAway: build.mutation<void, string>({
      query: (questionId) => ({ url: `api/questions/${questionId}/put-away`, method: 'DELETE' }),
      invalidatesTags: ['Questions'],
    }),
    setQuestionsTaken: build.mutation<void, boolean>({
      query: (taken) => ({ url: 'api/questions/setting', method: 'PUT', body: { taken } }),
      invalidatesTags: ['Questions'],
    }),
  }),
});

export const {
  useAskQuestionMutation,
  useGetAskedQuestionsQuery,
  useGetWaitingQuestionsQuery,
  usePutQuestionAwayMutation,
  useSetQuestionsTakenMutation,
  useUndoPutAwayMutation,
  useWithdrawQuestionMutation,
} = questionsApi;
