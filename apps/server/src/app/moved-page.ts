import { colorProperties } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/contracts';
import { moved as text } from '@kinreel/messages/en/moved';
import { htmlEscape } from 'escape-goat';
import { inlineHash } from '../platform/http/inline-hash.ts';
import { DATA_POLICY } from './content-security-policy.ts';

const STYLE = `
${colorProperties()}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--ink);
  font: 1.125rem/1.45 "Trebuchet MS", "Segoe UI", system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 32rem; padding: 2rem 1rem; text-align: center; text-wrap: balance; }
h1 { margin: 1.5rem 0 1rem; font-size: 2rem; line-height: 1.1; font-weight: 600; }
p { margin: 0 0 1rem; color: var(--soft); }
ul { list-style: none; margin: 1.75rem 0 1rem; padding: 0; display: grid; gap: 0.75rem; }
a { display: block; padding: 0.875rem 1.75rem; border-radius: 12px; border: 2px solid var(--edge); color: var(--ink);
  font-weight: 600; text-decoration: none; }
li a { background: var(--action); border-color: var(--action); color: var(--on-action); }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
`;

/**
 * Leads to the new address at once, unless the folder of the takes has recordings
 * (apps/web/src/features/recording/take-files.ts): then each of them gets a link. The page does not know who is in
 * front of it, so it shows no question; the file names have it.
 */
const SCRIPT = `
(async () => {
  const { site, download, file: fallback } = document.body.dataset;
  const target = site + location.pathname + location.search + location.hash;
  const takes = [];
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('takes');
    for await (const [name, handle] of folder) {
      const [, id, extension] = /^(.+)\\.(mp4|webm)$/.exec(name) ?? [];
      const file = id && (await handle.getFile());
      if (!file?.size) continue;
      const take = { file, extension, question: '', started: new Date(file.lastModified) };
      takes.push(take);
      try {
        const description = await (await folder.getFileHandle(id + '.json')).getFile();
        const { prompt, started } = JSON.parse(await description.text());
        Object.assign(take, { question: prompt.prompt, started: new Date(started) });
      } catch {}
    }
  } catch {}
  if (takes.length === 0) return location.replace(target);
  takes.sort((one, other) => one.started - other.started);
  for (const [index, { file, extension, question, started }] of takes.entries()) {
    const day = started.toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
    const words = question.replace(/[^\\p{L}\\p{M}\\p{N}\\s'-]/gu, ' ').replace(/\\s+/g, ' ').trim().slice(0, 60).trim();
    const link = document.createElement('a');
    link.textContent = download.replace('NUMBER', index + 1).replace('DAY', day);
    link.href = URL.createObjectURL(file);
    link.download = (words || fallback) + ' ' + started.toISOString().slice(0, 10) + '.' + extension;
    const item = document.createElement('li');
    item.append(link);
    document.querySelector('ul').append(item);
  }
  document.querySelector('#go-on').href = target;
  document.querySelector('main').hidden = false;
})();
`;

/** Headers of the page. Its script and its style are the only ones. */
export const MOVED_PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; script-src ${inlineHash(SCRIPT)}; style-src ${inlineHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  // Paths in mails have secret codes.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
};

/**
 * The page at a former address: leads to the same path at the new one, and before that offers the recordings that wait
 * in this browser, which no other address can read.
 */
export function movedPage(publicUrl: string, path: string): string {
  const address = htmlEscape(new URL(publicUrl).host);
  const target = htmlEscape(publicUrl + path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${PRODUCT_NAME}</title>
<style>${STYLE}</style>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
</head>
<body data-site="${htmlEscape(publicUrl)}" data-download="${htmlEscape(text.download({ number: 'NUMBER', day: 'DAY' }))}" data-file="${htmlEscape(text.fileName)}">
<main hidden>
${logo(64)}
<h1>${text.title({ address })}</h1>
<p>${text.text}</p>
<p>${text.steps({ address })}</p>
<ul></ul>
<a id="go-on" href="${target}">${text.goOn({ address })}</a>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/**
 * The service worker at a former address. Browsers follow no redirect for it, so that of the app would stay and show
 * the app as it was last. This one takes its place, deletes what it saved, and loads the open pages again from the
 * server.
 */
export const LAST_SERVICE_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      // Without the fragment: with it, browsers may stay on the page.
      for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url.split('#')[0]);
    })(),
  );
});
`;

export const SERVICE_WORKER_HEADERS = {
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-type': 'text/javascript; charset=utf-8',
};
