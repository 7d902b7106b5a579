import { DARK, LIGHT } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { ACCESS_TOKEN_STORAGE_KEY, PRODUCT_NAME } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import { session } from '@kinreel/messages/en/session';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { EARLY_LOGIN_ID } from '../src/features/session/early-login.ts';
import { paths } from '../src/shared/paths.ts';

/** Pages without personal content. Their first paint has no text. */
const PUBLIC_PATHS = [paths.about, paths.terms, paths.privacy, paths.videoWatch];

/** Number of posters that are preloaded: those visible on a phone. */
const FIRST_PICTURES = 2;

/** Time in milliseconds after which early answers are discarded, because the first page is complete. */
const FIRST_PAGE_MS = 30_000;

/** Names of the chunks with all code of a first page, by kind of page (vite.config.ts). */
const CHUNKS = { login: 'login', signedIn: 'signed-in', watch: 'watch' } as const;

/**
 * Makes index.html useful before any JavaScript has loaded, for slow connections. It adds the first words of the page
 * in the app's colors, a login form that can be filled in, and inline font rules instead of a render-blocking
 * stylesheet. It also preloads the code of this page only. React replaces the content of #root;
 * features/session/early-login.ts passes on the entered text.
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
          arrival: [urlOf(CHUNKS.login)],
          // It uses code of the login chunk.
          'signed-in': [urlOf(CHUNKS.login), urlOf(CHUNKS.signedIn)],
          watch: [urlOf(CHUNKS.watch)],
        };
        const pictureOf = (name: string) => {
          const picture = files.find((file) => file.type === 'asset' && file.names.includes(name));
          if (!picture) throw new Error(`The build has no picture "${name}"`);
          return `/${picture.fileName}`;
        };
        const art = { strip: pictureOf('login-tree-strip.svg'), tree: pictureOf('login-tree.svg') };
        const tags: HtmlTagDescriptor[] = [
          { tag: 'style', children: stylesWith(art), injectTo: 'head' },
          { tag: 'script', children: choosePage(preloads), injectTo: 'head' },
        ];
        return {
          html: startSequentially(inlineStylesheets(html, files)).replace(
            '<div id="root"></div>',
            `<div id="root">${SHELL}</div>`,
          ),
          tags,
        };
      },
    },
  };
}

/** The tags that load the app: modulepreload links and one module script. */
const START = /<script type="module"[^>]*src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]*href="([^"]+)">/g;

/**
 * Runs the libraries and the app one after another, each in a separate task. A single task would block a slow phone for
 * half a second. They are still requested early.
 */
function startSequentially(html: string): string {
  let app = '';
  const libraries: string[] = [];
  const links = html.replaceAll(START, (tag, script?: string, link?: string) => {
    if (script) app = script;
    else if (link) libraries.push(link);
    return link ? tag : `<link rel="modulepreload" crossorigin href="${script}">`;
  });
  if (!app) throw new Error('The page has no script');
  const start = `for (const part of ${JSON.stringify([...libraries, app])}) {
  await import(part);
  await new Promise((resume) => setTimeout(resume));
}`;
  return links.replace('</head>', `<script type="module">${start}</script>\n</head>`);
}

type OutputFile = { type: string; fileName: string; source?: string | Uint8Array };

/** Inlines the stylesheet with the font rules, which saves a round trip before the first paint. */
function inlineStylesheets(html: string, files: readonly OutputFile[]): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, fileName: string) => {
    const file = files.find((candidate) => candidate.fileName === fileName);
    return file?.source ? `<style>${String(file.source).trim()}</style>` : link;
  });
}

/**
 * A script for the browser: sets `data-page` for the styles, preloads the code of this page, requests its data, and
 * records a press on LOGIN. Pages of links have their own first words instead of the form.
 */
function choosePage(preloads: Record<string, string[]>): string {
  return `(() => {
  let token = null;
  try { token = localStorage.getItem(${JSON.stringify(ACCESS_TOKEN_STORAGE_KEY)}); } catch {}
  const isKnown = token !== null || location.hash.includes('access_token=');
  const path = location.pathname.replace(/\\/$/, '');
  const isAnswer = path.startsWith(${JSON.stringify(paths.answer)});
  const page = ${JSON.stringify(PUBLIC_PATHS)}.includes(path) ? 'public'
    : isKnown ? 'signed-in' : path === ${JSON.stringify(paths.registration)} ? 'registration'
    : path.startsWith('/invitation/') || isAnswer || new URLSearchParams(location.search).has('share') ? 'arrival' : 'login';
  document.documentElement.dataset.page = page;
  document.addEventListener('submit', (event) => {
    if (event.target.id !== ${JSON.stringify(EARLY_LOGIN_ID)}) return;
    event.preventDefault();
    event.target.dataset.submitted = '';
    const button = event.target.querySelector('button');
    button.disabled = true;
    button.textContent = ${JSON.stringify(session.loggingIn)};
  });
  const code = ${JSON.stringify(preloads)};
  for (const href of [...(code[page] ?? []), ...(isKnown && path.startsWith('/watch/') ? code.watch : [])]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  if (page === 'signed-in' && token) (${REQUEST_EARLY})(token, path);
  if (page === 'arrival' && !isAnswer) (${SHOW_SENDER})(path);
})();`;
}

/** Texts with placeholders for the name, which the browser fills in. */
const SENDER = {
  shared: session.sharedWithYou({ name: '{name}' }),
  family: session.invitesYou({ name: '{name}', relationship: 'family' }),
  friend: session.invitesYou({ name: '{name}', relationship: 'friend' }),
};

/**
 * A script for the browser: shows who sent the link as soon as the server has responded, seconds before the app's code
 * has loaded on a slow connection. The app reuses the response.
 */
const SHOW_SENDER = `(path) => {
  const share = new URLSearchParams(location.search).get('share');
  const address = '/api/' + (share ? 'link/' + encodeURIComponent(share) : 'invitation/' + path.split('/')[2]) + '/preview';
  const answer = fetch(address);
  globalThis.earlyAnswers = { [location.origin + address]: { authorization: null, answer } };
  setTimeout(() => { globalThis.earlyAnswers = undefined; }, ${FIRST_PAGE_MS});
  answer.then((response) => response.ok && response.clone().json()).then((preview) => {
    const title = document.querySelector('.first-paint .on-arrival b');
    if (!title || !preview?.first_name) return;
    const words = ${JSON.stringify(SENDER)};
    const invitation = preview.invitation;
    const text = words[invitation && !invitation.has_video ? invitation.relationship : 'shared'];
    title.textContent = text.replace('{name}', () => preview.first_name);
  }).catch(() => {});
}`;

/**
 * A script for the browser: requests the user and the videos of this page, and preloads the first posters, while the
 * app's code is loading. shared/api/early-answers.ts passes the responses to the app, which repeats failed requests.
 */
const REQUEST_EARLY = `(token, path) => {
  const answers = globalThis.earlyAnswers = {};
  setTimeout(() => { globalThis.earlyAnswers = undefined; }, ${FIRST_PAGE_MS});
  const authorization = 'Bearer ' + token;
  const ask = (address) => {
    const answer = fetch(address, { headers: { authorization } });
    answers[location.origin + address] = { authorization, answer };
    return answer.then((response) => response.ok ? response.clone().json() : Promise.reject(response));
  };
  const [, kind, id, view] = path.split('/');
  const user = ask('/api/user');
  const videos = kind === 'watch' ? ask('/api/video/' + id)
    : location.search || !(kind === 'user' ? view === 'videos' : !kind || path === ${JSON.stringify(paths.landing)}) ? []
    : user.then((own) => ask(id && id !== own.id ? '/api/video/user/' + id : '/api/video/userVideos'));
  Promise.all([user, videos]).then(([, rows]) => {
    for (const row of rows.slice(0, ${FIRST_PICTURES})) if (row.poster_url) new Image().src = row.poster_url;
  }).catch(() => {});
}`;

/** The same layout as the real pages, so that nothing moves when they replace it. */
const SHELL = `<div class="first-paint">
<div class="first-paint-art"></div>
<div class="first-paint-body">
<div class="first-paint-bar">${logo(40)}${PRODUCT_NAME}</div>
<main class="first-paint-main">
<p class="on-login"><b>${session.loginTitle}</b>${session.loginIntro}</p>
<p class="on-arrival" role="status"><b></b>${common.loading}</p>
<form class="on-login" id="${EARLY_LOGIN_ID}" novalidate>
<label for="early-email">${session.emailLabel}</label>
<input id="early-email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false">
<label for="early-password">${session.passwordLabel}</label>
<input id="early-password" name="password" type="password" autocomplete="current-password">
<button>${session.loginButton}</button>
</form>
<div class="first-paint-end"></div>
<p class="on-registration"><b>${session.registerTitle}</b>${session.registerIntro}</p>
<p class="on-signed-in" role="status">${common.loading}</p>
</main>
</div>
</div>`;

/** Pages with a form next to a picture. */
const ENTRANCE = ':is([data-page=login], [data-page=arrival], [data-page=registration])';

/** The sizes of theme.ts and of the login screens. @param art URLs of their picture, for narrow and wide windows */
const stylesWith = (art: { strip: string; tree: string }) => `:root { color-scheme: light dark }
body { margin: 0 }
.first-paint { display: flex; flex-direction: column; min-height: 100vh; overflow-wrap: anywhere;
  font: 1.0625rem/1.45 "Blinker Fallback", "Trebuchet MS", "Segoe UI", system-ui, sans-serif;
  color: light-dark(${LIGHT.text.primary}, ${DARK.text.primary});
  background: light-dark(${LIGHT.background.paper}, ${DARK.background.paper}) }
.first-paint-bar { display: flex; align-items: center; gap: 12px; min-height: 64px; padding: 0 16px;
  font-size: 1.5rem; font-weight: 600 }
.first-paint-art { order: 1; height: 140px; background: #f2ddb4 }
.first-paint-body { display: contents }
.first-paint-main { order: 2; padding: 16px 20px }
.first-paint p, .first-paint form { display: none; margin: 0 }
.first-paint p { font-size: 1.125rem; color: light-dark(${LIGHT.text.secondary}, ${DARK.text.secondary}) }
.first-paint b { display: block; margin-bottom: 2px; font-size: 2.125rem; line-height: 1.05; letter-spacing: -0.02em;
  color: light-dark(${LIGHT.text.primary}, ${DARK.text.primary}) }
.first-paint label { display: block; margin: 14px 0 5px; font-weight: 600 }
.first-paint input + label { margin-top: 12px }
.first-paint input, .first-paint button { box-sizing: border-box; width: 100%; min-height: 56px; border-radius: 12px; font: inherit }
.first-paint input { display: block; padding: 12px 14px; line-height: 1.4375; color: inherit; background: none;
  border: 2px solid light-dark(${LIGHT.edge}, ${DARK.edge}) }
.first-paint input:focus { outline: 3px solid light-dark(${LIGHT.focusRing}, ${DARK.focusRing}); outline-offset: 2px }
.first-paint button { display: block; margin-top: 60px; padding: 8px 30px; border: 0; font-size: 1.25rem; font-weight: 600;
  color: light-dark(${LIGHT.accent.contrastText}, ${DARK.accent.contrastText});
  background: light-dark(${LIGHT.accent.main}, ${DARK.accent.main}) }
.first-paint-end { min-height: 44px }
.first-paint [role=status]::after { content: ""; display: block; width: 32px; height: 32px; margin-top: 16px; border-radius: 50%;
  border: 4px solid light-dark(${LIGHT.accent.main}, ${DARK.accent.main}); border-inline-end-color: transparent;
  animation: first-paint 1.2s linear infinite }
@keyframes first-paint { to { rotate: 1turn } }
${['login', 'arrival', 'registration', 'signed-in'].map((page) => `[data-page=${page}] .on-${page}`).join(', ')} { display: block }
:is([data-page=signed-in], [data-page=public]) .first-paint {
  background: light-dark(${LIGHT.background.default}, ${DARK.background.default}) }
:is([data-page=signed-in], [data-page=public]) .first-paint-bar {
  background: light-dark(${LIGHT.background.paper}, ${DARK.background.paper}) }
:is([data-page=signed-in], [data-page=public]) .first-paint-art { display: none }
:is([data-page=login], [data-page=registration]) .first-paint-art { background: #f2ddb4 url(${art.strip}) 30% 50% / cover }
[data-page=registration] .first-paint-art { height: 96px }
[data-page=registration] .first-paint-end { display: none }
@media (min-width: 720px) {
  :is([data-page=login], [data-page=registration]) .first-paint-art { background-image: url(${art.tree}) }
  .first-paint-bar { min-height: 76px; padding: 0 32px; font-size: 1.6875rem }
  [data-page=signed-in] .first-paint-main { padding: 32px }
  ${ENTRANCE} .first-paint { flex-direction: row }
  ${ENTRANCE} .first-paint-art { order: 0; flex: 1; height: auto }
  ${ENTRANCE} .first-paint-body { display: flex; flex-direction: column; width: calc(1000% / 21);
    padding: 26px 28px 87px; box-sizing: border-box }
  ${ENTRANCE} .first-paint-bar { min-height: 48px; padding: 0 }
  ${ENTRANCE} .first-paint-main { width: 100%; max-width: 420px; margin: auto; padding: 32px 0 }
  [data-page=registration] .first-paint-main { margin-block: 0 }
  .first-paint b { margin-bottom: 8px }
  .first-paint label { margin: 28px 0 8px }
  .first-paint input + label { margin-top: 20px }
  .first-paint button { margin-top: 76px }
  .first-paint-end { padding-top: 20px }
}
@media (min-width: 1080px) {
  .first-paint { font-size: 1.125rem }
  .first-paint p { font-size: 1.25rem }
  .first-paint b { font-size: 3rem }
  ${ENTRANCE} .first-paint-body { padding: 26px 56px 64px }
}`;
