import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';

/** Starts to receive a response slowly, as a player does. @returns whether it is still open */
export async function openResponse(base: string, path: string, headers: Record<string, string>) {
  const sending = httpRequest(`${base}${path}`, { headers });
  sending.on('error', () => {});
  sending.end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on('error', () => {});
  response.on('data', () => {
    response.pause();
    setTimeout(() => response.resume(), 50);
  });
  const open = { isOpen: true, leave: () => response.destroy() };
  response.once('close', () => {
    open.isOpen = false;
  });
  return open;
}
