import { createHash } from 'node:crypto';

/** CSP source expression that allows an inline script or style with exactly this text. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
