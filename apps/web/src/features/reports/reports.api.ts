import type { ReportRequest } from '@kinreel/contracts/reports';
import { baseApi } from '../../shared/api/base-api.ts';

/** Reports to the operator. They invalidate no data. */
export const reportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<void, ReportRequest>({ query: (body) => ({ url: 'api/reports', method: 'POST', body }) }),
  }),
});

export const { useReportMutation } = reportsApi;
