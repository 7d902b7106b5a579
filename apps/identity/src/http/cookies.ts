import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../config.ts';

/** The SSO session, the secret that binds a login ticket to a browser, and the marks of known devices. */
export type CookieName = 'kinreel_session' | 'kinreel_login' | 'kinreel_device';

const optionsFor = (config: IdentityConfig): CookieSerializeOptions => ({
  path: '/identity',
  httpOnly: true,
  sameSite: 'strict',
  secure: config.publicUrl.startsWith('https:'),
});

/** @param maxAge seconds */
export function setCookie(
  reply: FastifyReply,
  config: IdentityConfig,
  name: CookieName,
  value: string,
  maxAge: number,
): void {
  reply.setCookie(name, value, { ...optionsFor(config), maxAge });
}

export function clearCookie(reply: FastifyReply, config: IdentityConfig, name: CookieName): void {
  reply.clearCookie(name, optionsFor(config));
}

export const readCookie = (request: FastifyRequest, name: CookieName): string | null => request.cookies[name] ?? null;
