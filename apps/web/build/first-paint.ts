import { DARK, LIGHT } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { ACCESS_TOKEN_STORAGE_KEY, PRODUCT_NAME } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import { session } from '@kinreel/messages/en/session';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { paths } from '../src/shared/paths.ts';

/** Pages that look the same to everybody: their first paint has no words. */
const PUBLIC_PATHS = [paths.about, paths.terms, paths.privacy, paths.videoWatch];

/** Name of the chunk with everything a first page needs (vite.config.ts), by the kind of page. */
const CHUNKS = { login: 'login', signedIn: 'signed-in', watch: 'watch' } as const;

/**
 * Makes index.html useful before any JavaScript has arrived, for slow connections: the first words of the page in the
 * colors of the app, the rules of its fonts instead of a stylesheet that delays the first paint, and an early request for
 * the code of just this page. React replaces the content of #root.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const files = Object.values(bundle ?? {});
        const urlOf = (name: string) => {
          const chunk = files.find((file) => file.type === 'chunk' && file.name === name);
          if (!chunk) throw new Error(`The build has no chunk "${name}"`);
          return `/${chunk.fileName}`;
        };
        const preloads = {
          login: [urlOf(CHUNKS.login)],
          // It shares the parts of the login page.
          'signed-in': [urlOf(CHUNKS.login), urlOf(CHUNKS.signedIn)],
          watch: [urlOf(CHUNKS.watch)],
        };
        const tags: HtmlTagDescriptor[] = [
          { tag: 'style', children: STYLES, injectTo: 'head' },
          { tag: 'script', children: choosePage(preloads), injectTo: 'head' },
        ];
        return {
          html: inlineStylesheets(html, files).replace('<div id="root"></div>', `<div id="root">${SHELL}</div>`),
          tags,
        };
      },
    },
  };
}

type OutputFile = { type: string; fileName: string; source?: string | Uint8Array };

/** The only stylesheet holds the font rules: as a file it would cost a round trip before anything is painted. */
function inlineStylesheets(html: string, files: readonly OutputFile[]): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, fileName: string) => {
    const file = files.find((candidate) => candidate.fileName === fileName);
    return file?.source ? `<style>${String(file.source).trim()}</style>` : link;
  });
}

/** Runs in the browser, as plain text: sets `data-page` for the styles, and requests the code of this page. */
function choosePage(preloads: Record<string, string[]>): string {
  return `(() => {
  let token = location.hash.includes('access_token=');
  try { token ||= localStorage.getItem(${JSON.stringify(ACCESS_TOKEN_STORAGE_KEY)}) !== null; } catch {}
  const path = location.pathname.replace(/\\/$/, '');
  const page = ${JSON.stringify(PUBLIC_PATHS)}.includes(path) ? 'public'
    : token ? 'signed-in' : path === ${JSON.stringify(paths.registration)} ? 'registration' : 'login';
  document.documentElement.dataset.page = page;
  const code = ${JSON.stringify(preloads)};
  for (const href of [...(code[page] ?? []), ...(token && path.startsWith('/watch/') ? code.watch : [])]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
})();`;
}

/** The same places as in the real pages, so that the eye need not move when they replace it. */
const SHELL = `<div class="first-paint">
<div class="first-paint-art"></div>
<div class="first-paint-body">
<div class="first-paint-bar">${logo(40)}${PRODUCT_NAME}</div>
<div class="first-paint-form">
<p class="on-login"><b>${session.loginTitle}</b>${session.loginIntro}</p>
<p class="on-registration"><b>${session.registerTitle}</b>${session.registerIntro}</p>
<p class="on-signed-in" role="status">${common.loading}</p>
</div>
</div>
</div>`;

const STYLES = `:root { color-scheme: light dark }
body { margin: 0 }
.first-paint { display: flex; flex-direction: column; min-height: 100vh; overflow-wrap: anywhere;
  font: 1.0625rem/1.45 "Blinker Fallback", "Trebuchet MS", "Segoe UI", system-ui, sans-serif;
  color: light-dark(${LIGHT.text.secondary}, ${DARK.text.secondary});
  background: light-dark(${LIGHT.background.paper}, ${DARK.background.paper}) }
.first-paint-bar { display: flex; align-items: center; gap: 12px; min-height: 64px; padding: 0 16px;
  font-size: 1.5rem; font-weight: 600; color: light-dark(${LIGHT.text.primary}, ${DARK.text.primary}) }
.first-paint-art { order: 1; height: 140px; background: #f2ddb4 }
.first-paint-body { display: contents }
.first-paint-form { order: 2; padding: 16px 20px }
.first-paint p { display: none; margin: 0 }
.first-paint b { display: block; font-size: 2.125rem; line-height: 1.05; margin-bottom: 8px;
  color: light-dark(${LIGHT.text.primary}, ${DARK.text.primary}) }
${['login', 'registration', 'signed-in'].map((page) => `[data-page=${page}] .on-${page}`).join(', ')} { display: block }
[data-page=signed-in] .first-paint, [data-page=public] .first-paint {
  background: light-dark(${LIGHT.background.default}, ${DARK.background.default}) }
[data-page=signed-in] .first-paint-bar, [data-page=public] .first-paint-bar {
  background: light-dark(${LIGHT.background.paper}, ${DARK.background.paper}) }
[data-page=signed-in] .first-paint-art, [data-page=public] .first-paint-art { display: none }
@media (min-width: 720px) {
  .first-paint-bar { min-height: 76px; padding: 0 32px; font-size: 1.6875rem }
  [data-page=signed-in] .first-paint-form { padding: 32px }
  [data-page=login] .first-paint, [data-page=registration] .first-paint { flex-direction: row }
  [data-page=login] .first-paint-art, [data-page=registration] .first-paint-art {
    order: 0; flex: 11 1 0; height: auto }
  [data-page=login] .first-paint-body, [data-page=registration] .first-paint-body {
    display: flex; flex-direction: column; flex: 10 1 0; padding: 26px 28px; box-sizing: border-box }
  [data-page=login] .first-paint-bar, [data-page=registration] .first-paint-bar { min-height: 48px; padding: 0 }
  [data-page=login] .first-paint-form, [data-page=registration] .first-paint-form {
    width: 100%; max-width: 420px; margin: 120px auto; padding: 0 }
}`;
