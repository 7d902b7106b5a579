import { colorProperties } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { type Cue, PRODUCT_NAME, writeWebVtt } from '@kinreel/contracts';
import { archivePage as text } from '@kinreel/messages/en/archive-page';
import { htmlEscape } from 'escape-goat';
import { inlineHash } from '../../platform/http/inline-hash.ts';
import {
  type ArchiveDocument,
  type ArchivedVideo,
  type FileProblem,
  type KeptDocument,
  nameOf,
  type OwnArchivedVideo,
} from './archive-content.presenter.ts';

const STYLE = `
${colorProperties()}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); overflow-wrap: anywhere;
  font: 1.125rem/1.5 "Trebuchet MS", "Segoe UI", system-ui, sans-serif; }
header, main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { margin: 1rem 0 .5rem; font-size: 2rem; line-height: 1.15; }
h2 { margin: 3rem 0 1rem; font-size: 1.5rem; line-height: 1.2; }
h3 { margin: 0 0 .25rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
.photo { width: 96px; height: 96px; border-radius: 50%; object-fit: cover; }
article { margin: 0 0 1.5rem; padding: 1.25rem; border-radius: 20px; background: var(--surface); }
video { display: block; width: 100%; max-height: 80vh; margin: 1rem 0; border-radius: 12px; background: #000; }
a { color: var(--action); display: inline-block; padding: .6rem 0; }
summary { padding: .6rem 0; cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
ul { padding-inline-start: 1.25rem; }
li { margin: .25rem 0; white-space: pre-line; }
`;

/** Allows files of the archive, inline captions and the page's own style. No scripts, no network. */
const POLICY = `default-src 'none'; media-src 'self' file: data:; img-src 'self' file:; style-src ${inlineHash(STYLE)}; base-uri 'none'; form-action 'none'`;

type Captions = ReadonlyMap<string, readonly Cue[]>;

/**
 * The HTML page of an archive. It works from a folder, without a server and without scripts.
 * @param cues of each video, by the path of its captions
 */
export function archivePage(archive: ArchiveDocument, cues: Captions): string {
  const { profile, videos } = archive;
  return page(archive, {
    title: text.title({ name: nameOf(profile), product: PRODUCT_NAME }),
    photo: profile.photo,
    sections: [
      section(
        text.videos({ count: videos.length }),
        videos.map((video) => videoArticle(video, cues, ownLines(video))).join('\n'),
      ),
      listSection(
        text.sharedWithMe,
        archive.shared_with_me.map(({ from, question }) => text.sharedBy({ name: from, question })),
      ),
      listSection(
        text.connections,
        archive.connections.map(
          (row) => `${row.name} (${row.status === 'pending' ? text.unanswered : text.relationship(row)})`,
        ),
      ),
      section(text.profile, profileList(profile)),
    ],
  });
}

/** The page of a steward's archive. */
export function keptPage(kept: KeptDocument, cues: Captions): string {
  const { videos } = kept;
  return page(kept, {
    title: text.keptTitle({ name: nameOf(kept.videos_of) }),
    photo: null,
    sections: [
      section(
        text.videos({ count: videos.length }),
        videos
          .map((video) => videoArticle(video, cues, [text.recorded({ date: dateOf(video.created_at) })]))
          .join('\n'),
      ),
    ],
  });
}

function page(
  { made_at, problems }: { made_at: string; problems: readonly FileProblem[] },
  content: { title: string; photo: string | null; sections: readonly string[] },
): string {
  const title = htmlEscape(content.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
${content.photo ? `<img class="photo" src="${fileUrl(content.photo)}" alt="">` : logo(64)}
<h1>${title}</h1>
<p class="soft">${htmlEscape(text.madeOn({ date: dateOf(made_at) }))}</p>
${problems.length > 0 ? `<p>${htmlEscape(text.problems({ count: problems.length }))}</p>\n${list(problems.map((row) => text.problem(row)))}` : ''}
</header>
<main>
${content.sections.filter(Boolean).join('\n')}
<p class="soft">${htmlEscape(text.more({ json: 'data/kinreel.json' }))}</p>
<p class="soft">${htmlEscape(text.check)}</p>
</main>
</body>
</html>
`;
}

/** Lines below the question in the owner's own archive. */
function ownLines(video: OwnArchivedVideo): string[] {
  const names = video.shared_with.map((row) => row.name).join(', ');
  const added = text.recorded({ date: dateOf(video.created_at) });
  return [
    `${added} · ${text.permission({ permission: video.permission })}`,
    ...(names ? [text.sharedWith({ names })] : []),
  ];
}

/** @param lines below the question */
function videoArticle(video: ArchivedVideo, cues: Captions, lines: readonly string[]): string {
  const { original, playback, poster, captions } = video;
  const said = (captions && cues.get(captions)) || [];
  // Browsers do not load captions from a file: URL, but from a data: URL.
  const track =
    said.length > 0 ? `<track default kind="captions" srclang="en" src="${dataUrl(writeWebVtt(said))}">` : '';
  const shown = playback
    ? `<video controls preload="none"${poster ? ` poster="${fileUrl(poster)}"` : ''} aria-label="${htmlEscape(video.question)}">
<source src="${fileUrl(playback.path)}" type="${htmlEscape(playback.type)}">${track}
</video>`
    : `<p>${htmlEscape(text.cannotPlay)}</p>`;
  return `<article>
<h3>${htmlEscape(video.question)}</h3>
${lines.map((line) => `<p class="soft">${htmlEscape(line)}</p>`).join('\n')}
${shown}
${original ? `<a href="${fileUrl(original.path)}">${htmlEscape(original.name ? text.originalNamed({ name: original.name }) : text.original)}</a>` : ''}
${said.length > 0 ? `<details><summary>${text.said}</summary>${said.map((cue) => `<p>${htmlEscape(cue.text)}</p>`).join('')}</details>` : ''}
</article>`;
}

function profileList(profile: ArchiveDocument['profile']): string {
  const place = [profile.city, profile.state, profile.country].filter(Boolean).join(', ');
  const rows = [profile.email, dateOf(profile.birthday), place, profile.about_me].filter(Boolean);
  return list(rows);
}

function section(title: string, content: string): string {
  return `<section>\n<h2>${htmlEscape(title)}</h2>\n${content}\n</section>`;
}

function listSection(title: string, rows: readonly string[]): string {
  return rows.length > 0 ? section(title, list(rows)) : '';
}

function list(rows: readonly string[]): string {
  return `<ul>\n${rows.map((row) => `<li>${htmlEscape(row)}</li>`).join('\n')}\n</ul>`;
}

/** Relative URL of a file in the payload. Its paths need no escaping. */
function fileUrl(path: string): string {
  return `data/${path}`;
}

function dataUrl(vtt: string): string {
  return `data:text/vtt;charset=utf-8;base64,${Buffer.from(vtt).toString('base64')}`;
}

/** A date in words, in UTC. @param iso a date or a timestamp */
function dateOf(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
