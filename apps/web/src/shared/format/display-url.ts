/** The URL without its scheme. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
