import { type ErrorCode, TUS_PATH } from '@kinreel/contracts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import { errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';

/** Where uploads are sent to, and on whose behalf. */
export interface TusMount {
  path: string;
  access: 'user' | 'public';
  /** Headers of every request in addition to tus's own. */
  headers: z.core.$ZodShape;
  /** Errors of every request in addition to those of uploads. */
  errors: readonly ErrorCode[];
  /** Permits a new upload. @returns whose it will be */
  admit(request: FastifyRequest, size: number): Promise<{ ownerId: string; answerLinkId: string | null }>;
  /** The person whose upload this request may use. */
  ownerOf(request: FastifyRequest, uploadId: string): Promise<string>;
}

/** Uploads of logged-in people. */
export const OWN_UPLOADS: TusMount = {
  path: TUS_PATH,
  access: 'user',
  headers: {},
  errors: [],
  admit: async (request) => ({ ownerId: callerId(request), answerLinkId: null }),
  ownerOf: async (request) => callerId(request),
};

/** The error responses of a mount's route. */
export function tusErrors<Code extends ErrorCode>({ access, errors }: TusMount, ...codes: Code[]) {
  const responses = access === 'user' ? errorResponses : publicErrorResponses;
  return responses(...codes, ...(errors as Code[])) as ReturnType<typeof errorResponses<Code>>;
}
