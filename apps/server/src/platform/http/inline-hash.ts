import { createHash } from 'node:crypto';

/** Source expression of a Content-Security-Policy that allows an inline script or style with just this text. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
