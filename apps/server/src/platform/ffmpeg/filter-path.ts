/** A path as an option of a filter in a graph: both have characters of their own. */
export function filterPath(path: string): string {
  return path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&');
}
