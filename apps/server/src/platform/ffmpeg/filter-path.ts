/** Escapes a path for a filter option in a filter graph, which both have special characters. */
export function filterPath(path: string): string {
  return path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&');
}
