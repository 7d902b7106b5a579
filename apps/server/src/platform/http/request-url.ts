/**
 * The URL of a request, which may be a path or absolute (RFC 9112, 3.2). Do not use its host, which is user input.
 * @returns null if it cannot be parsed
 */
export function requestUrl(url: string): URL | null {
  return URL.parse(`http://localhost${url.replace(/^https?:\/\/[^/]*(?=\/)/i, '')}`);
}
