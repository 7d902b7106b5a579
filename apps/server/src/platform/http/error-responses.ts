import { ERROR_PARAMS, ERROR_STATUS, type ErrorCode, errorBody } from '@kinreel/contracts';
import * as z from 'zod';

/** Errors that any authenticated route may return. */
const SIGNED_IN = [
  'session.required',
  'session.expired',
  'profile.missing',
  'account.disabled',
  'account.leaving',
  'identity.unavailable',
] as const;
/** Errors that any route may return. */
const ANY = ['request.invalid', 'request.timeout', 'request.rate_limited', 'server.failed', 'server.busy'] as const;

/** Errors of any route that reads a body, in addition to its own. */
export const BODY_ERRORS = ['request.too_large', 'request.unsupported'] as const;

type StatusOf<Code extends ErrorCode> = (typeof ERROR_STATUS)[Code];
type ErrorResponses<Code extends ErrorCode> = { [Status in StatusOf<Code>]: typeof errorBody };

/** Error response schemas of an authenticated route for OpenAPI: by status, described by their codes. */
export function errorResponses<Code extends ErrorCode = never>(...codes: Code[]) {
  return publicErrorResponses<Code | (typeof SIGNED_IN)[number]>(...SIGNED_IN, ...codes);
}

/** Error response schemas of a public route. */
export function publicErrorResponses<Code extends ErrorCode = never>(...codes: Code[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...ANY, ...codes]) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [status, errorBody.check(z.describe(names.map(describeCode).join(', ')))]),
  ) as ErrorResponses<Code | (typeof ANY)[number]>;
}

/** The code, with the names of its params in brackets. */
function describeCode(code: ErrorCode): string {
  const params = code in ERROR_PARAMS ? ERROR_PARAMS[code as keyof typeof ERROR_PARAMS] : null;
  return params ? `${code} (${params.join(', ')})` : code;
}
