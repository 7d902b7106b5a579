import type { OwnPromptRequest, Prompt } from '@kinreel/contracts/prompts';
import { baseApi } from '../../shared/api/base-api.ts';

/** The prompts (STATE-06, GET_PROMPTS). Cached for an hour, because they rarely change. */
export const promptsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPrompts: build.query<Prompt[], void>({
      query: () => 'api/prompt',
      keepUnusedDataFor: 3600,
      providesTags: ['Prompts'],
    }),
    /** Also of prompts that are not listed. */
    getPrompt: build.query<Prompt, number>({
      query: (id) => `api/prompt/${id}`,
    }),
    makePrompt: build.mutation<Prompt, OwnPromptRequest>({
      query: (body) => ({ url: 'api/prompt', method: 'POST', body }),
    }),
  }),
});

export const { useGetPromptQuery, useGetPromptsQuery, useMakePromptMutation } = promptsApi;
