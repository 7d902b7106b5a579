import type { RegistrationCheckResponse } from '@kinreel/contracts/registration';
import { baseApi } from '../../shared/api/base-api.ts';

const registrationCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether somebody may register, with a code or without. It changes nothing, so it is a query. */
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
