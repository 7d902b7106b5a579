/**
 * The URL of a request, which may be a path or absolute (RFC 9112, 3.2). The host is never read: it is what the caller
 * wrote. @returns null if it cannot be read
 */
export function requestUrl(url: string): URL | null {
  return URL.parse(`http://localhost${url.replace(/^https?:\/\/[^/]*(?=\/)/i, '')}`);
}
