import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { claimsOf } from './support.ts';

/** An API server that only notes which sessions have ended. */
export interface NotingServer {
  /** Where it learns that a session has ended. */
  logoutUrl: string;
  /** The logout tokens that it has accepted, and the claims of each. */
  tokens: string[];
  heard(): Record<string, unknown>[];
  /** How it answers a logout token that was sent to this path; by default it accepts each. */
  answer: (claims: Record<string, unknown>, path: string) => { status: number; location?: string };
}

/** Starts one until the end of the test. */
export async function apiServerForTest(): Promise<NotingServer> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const { status, location } = token ? api.answer(claimsOf(token), request.url ?? '') : { status: 400 };
    if (status === 200) api.tokens.push(token);
    response.writeHead(status, location ? { location } : {}).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api: NotingServer = {
    logoutUrl: `http://127.0.0.1:${port}/api/session/ended`,
    tokens: [],
    heard: () => api.tokens.map(claimsOf),
    answer: () => ({ status: 200 }),
  };
  return api;
}
