import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest/web';

/** A response of the fake server: JSON, or a function of the request. `Response.error()` is a lost connection. */
export type Answer = object | string | ((request: Request) => Response | Promise<Response>);

/** One call that reached the fake server. */
export interface ServerCall {
  /** Method and path, such as `PUT /api/banner/`. */
  call: string;
  /** Search parameters, without the question mark. */
  search: string;
  /** JSON of the request; null without a body. */
  body: unknown;
}

/** Paths of the server. All others belong to Vite and Vitest. */
const SERVER_PATHS = /^\/(api|identity|config\.json|files|health|media)(\/|$)/;

const PUBLIC_CONFIG = {
  identity: {
    domain: `${window.location.origin}/identity`,
    clientId: 'kinreel-web',
    audience: 'urn:kinreel:api',
    connection: 'Username-Password-Authentication',
    responseType: 'token',
  },
  shortLinkDomain: window.location.origin,
  address: window.location.origin,
  origins: [window.location.origin],
  is_new: false,
};

let answers = new Map<string, Answer>();
let calls: ServerCall[] = [];
let unanswered: string[] = [];

/** Sets the response to a call, such as `GET /api/prompt`. The last call wins. */
export function answer(call: string, response: Answer): void {
  answers.set(call, response);
}

/** An error response of the API with the server's English message. */
export function apiError(status: number, code: string, message: string, fields?: Record<string, string>): Answer {
  return () => Response.json({ code, message, ...(fields ? { fields } : {}) }, { status });
}

/** A connection that breaks before the response. */
export const connectionLost: Answer = () => Response.error();

/** A response that the test sends explicitly. */
export function heldAnswer(response: Answer): { response: Answer; send(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    response: async (request) => {
      await promise;
      return toResponse(response, request);
    },
    send: resolve,
  };
}

/** The calls of this test in their order, filtered by `prefix`. */
export function serverCalls(prefix = ''): ServerCall[] {
  return calls.filter(({ call }) => call.startsWith(prefix));
}

function toResponse(response: Answer, request: Request): Response | Promise<Response> {
  return typeof response === 'function' ? response(request) : Response.json(response);
}

async function respond(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}`;
  const text = await request.clone().text();
  calls.push({ call, search: search.slice(1), body: readJson(text) });
  const response = answers.get(call);
  if (response !== undefined) return toResponse(response, request);
  unanswered.push(call);
  return Response.json({ code: 'not.found', message: `The test has no answer to ${call}` }, { status: 404 });
}

function readJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return text;
  }
}

/** Intercepts requests. The setup calls it once per test file. */
export function startFakeServer(): void {
  // auth0-js uses XMLHttpRequest, everything else fetch.
  for (const interceptor of [new FetchInterceptor(), new XMLHttpRequestInterceptor()]) {
    interceptor.on('request', async ({ request, controller }) => {
      const url = new URL(request.url);
      if (url.origin !== window.location.origin || !SERVER_PATHS.test(url.pathname)) return;
      const response = await respond(request);
      if (response.type === 'error') controller.errorWith(new TypeError('Failed to fetch'));
      else controller.respondWith(response);
    });
    interceptor.apply();
  }
}

/** Resets the responses of the previous test. */
export function resetFakeServer(): void {
  answers = new Map<string, Answer>([
    ['GET /config.json', PUBLIC_CONFIG],
    ['GET /health/live', { status: 'ok' }],
  ]);
  calls = [];
  unanswered = [];
}

/** Calls without a response from the test. */
export function unansweredCalls(): string[] {
  return unanswered;
}
