import type { RegistrationCheckResponse } from '@kinreel/contracts/registration';
import { baseApi } from '../../shared/api/base-api.ts';

const registrationCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether this person may register, with or without a code. A query, because it changes nothing. */
    checkRegistration: build.query<RegistrationCheckResponse, string | undefined>({
      query: (code) => ({
        url: 'api/registration/check',
        method: 'POST',
        body: code === undefined ? {} : { code },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCheckRegistrationQuery } = registrationCheckApi;
