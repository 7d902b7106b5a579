import type { LightMyRequestResponse } from 'fastify';

/** URL of the page after this one, by its Link header; undefined on the last page. */
export function nextPage({ headers }: Pick<LightMyRequestResponse, 'headers'>): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
}

/** Reads the pages of a list, from this URL to the last one. @throws if a page links to one that was read before */
export async function* readPages(
  first: string,
  get: (url: string) => Promise<LightMyRequestResponse>,
): AsyncGenerator<LightMyRequestResponse> {
  const read = new Set<string>();
  for (let url: string | undefined = first; url !== undefined; ) {
    if (read.has(url)) throw new Error(`the list has no end: ${url} comes again`);
    read.add(url);
    const page = await get(url);
    if (page.statusCode !== 200) throw new Error(`${url}: ${page.statusCode} ${page.body}`);
    yield page;
    url = nextPage(page);
  }
}
