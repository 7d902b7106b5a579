/**
 * Renders the demo video (ROUTE-11): two people watch a tree grow ring by ring in the evening, to a tune of plucked
 * strings. Frames are SVG and the sound is computed, so both files can be rendered again at any time: `node
 * scripts/render-demo.ts`. Needs ffmpeg.
 *
 * With a folder as argument, it writes a few frames there as PNG, for a preview.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { seatedFigure } from './sample-family/figure.ts';
import { hertz, pluckedStrings } from './sample-family/plucked-strings.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const FPS = 24;
const SECONDS = 11;
const OUTPUT = join(import.meta.dirname, '../apps/server/assets/demo');

/** Time of the poster frame, in seconds. */
const POSTER_AT = 8.4;

/** Centre of each ring of the crown relative to the foot of the tree, its radius and its colour; innermost first. */
const RINGS = [
  { x: 21, y: -404, radius: 26, colour: '#ecd6a2' },
  { x: 19, y: -400, radius: 56, colour: '#e6e3c2' },
  { x: 15, y: -391, radius: 88, colour: '#c3d1b6' },
  { x: 6, y: -389, radius: 120, colour: '#a3b899' },
  { x: 11, y: -379, radius: 152, colour: '#829880' },
  { x: 4, y: -374, radius: 184, colour: '#667b68' },
  { x: 0, y: -368, radius: 214, colour: '#566b59' },
];

/** Each ring starts to grow on a beat of the tune. In seconds. */
const BEAT = 1.1;
const FIRST_RING = 0.6;
const ringStart = (ring: number) => FIRST_RING + ring * BEAT;

/** Height of the tree after each ring, as a share of its full height. */
const HEIGHTS = [0.26, 0.38, 0.5, 0.62, 0.74, 0.87, 1];

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const mix = (from: number, to: number, share: number) => from + (to - from) * share;
/** Eases in and out. */
const smooth = (share: number) => clamp(share) ** 2 * (3 - 2 * clamp(share));
/** Overshoots a little, then settles. */
function spring(share: number): number {
  const rest = clamp(share) - 1;
  return 1 + 2.2 * rest ** 3 + 1.2 * rest ** 2;
}

function mixColour(from: string, to: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(mix(part(from, at), part(to, at), share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** One frame as SVG. @param t time in seconds */
function frame(t: number): string {
  const evening = smooth(t / SECONDS);
  const sky = [
    ['#e8c9ad', '#a68aa5'],
    ['#f2ddb4', '#dfae9f'],
    ['#f7ecd2', '#efc98c'],
  ].map(([day = '', night = '']) => mixColour(day, night, evening));
  const sunY = mix(236, 408, evening);
  const sun = mixColour('#f9f3e4', '#f2c877', evening);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1280 720">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${sky[0]}"/><stop offset=".36" stop-color="${sky[1]}"/><stop offset=".64" stop-color="${sky[2]}"/>
    </linearGradient></defs>
    <rect width="1280" height="720" fill="url(#sky)"/>
    ${stars(t)}
    <circle cx="318" cy="${sunY}" r="124" fill="${sun}" opacity=".26"/>
    <circle cx="318" cy="${sunY}" r="74" fill="${sun}" opacity=".92"/>
    ${birds(t)}
    <path d="M0 445C210 375 370 425 580 395C830 361 990 405 1280 355V720H0Z" fill="#b9c3ae"/>
    <path d="M0 487C270 440 430 485 680 460C920 435 1080 470 1280 430V720H0Z" fill="#92a78d"/>
    ${smoke(t)}${house(evening)}
    <path d="M0 533C250 489 530 527 770 515C1000 505 1140 525 1280 505V720H0Z" fill="#667b68"/>
    ${tree(t)}
    <path d="M0 596C285 554 590 596 840 584C1050 574 1160 580 1280 568V720H0Z" fill="#4d6351"/>
    ${bench(t)}
    <path d="M0 662C355 622 750 674 1280 632V720H0Z" fill="#3f5443"/>
    ${flowers(t)}
    <rect width="1280" height="720" fill="#6d4d63" opacity="${(0.08 * evening).toFixed(3)}"/>
    ${lights(t, evening)}
  </svg>`;
}

/** The trunk, and the rings of the crown with the largest behind. */
function tree(t: number): string {
  let height = 0.16;
  for (const [ring, to] of HEIGHTS.entries()) {
    const from = HEIGHTS[ring - 1] ?? 0.16;
    height += (to - from) * smooth((t - ringStart(ring)) / 1.2);
  }
  const sway = Math.sin(t * 1.3) * 0.5;
  const crown = RINGS.map(({ x, y, radius, colour }, ring) => {
    const share = (t - ringStart(ring)) / 1.15;
    if (share <= 0) return '';
    const inner = RINGS[ring - 1]?.radius ?? 0;
    const grown = mix(inner * 0.96, radius, spring(share));
    return `<circle cx="${(x * height).toFixed(2)}" cy="${(y * height).toFixed(2)}" r="${grown.toFixed(2)}" fill="${colour}"/>`;
  }).reverse();
  const branch = (from: number, d: string, length: number) => {
    const grown = smooth((t - ringStart(from)) / 1.8) * length;
    return grown > 1 ? `<path d="${d}" stroke-dasharray="${grown.toFixed(1)} ${length * 2}"/>` : '';
  };
  return `<g transform="translate(862 604) scale(.95) rotate(${sway.toFixed(3)})">
    ${crown.join('')}
    <g transform="scale(${(height ** 0.8).toFixed(4)} ${height.toFixed(4)})">
      <path d="M-36 0C-13-43-17-218 16-400Q20-407 23.500-399C9-240 11-43 38 0Z" fill="#5b4238"/>
      <g fill="none" stroke="#5b4238" stroke-width="8.600" stroke-linecap="round">
        ${branch(3, 'M-4-229C-36-272-81-293-103-342', 152)}${branch(4, 'M4-278C43-308 90-325 111-372', 150)}
      </g>
    </g></g>`;
}

/** An old and a young person on a bench. */
function bench(t: number): string {
  const grandmother = seatedFigure({ clothes: '#a4523d', skin: '#c99477', hair: '#efe9dc', bun: true });
  const child = seatedFigure({ clothes: '#dcae55', skin: '#b97f60', hair: '#4a342b', bun: true });
  // The child looks up and down the tree as it grows; the grandmother hardly moves.
  const old = Math.sin(t * 1.1) * 0.7;
  const young = Math.sin(t * 2.3) * 1.8;
  return `<g transform="translate(286 -72)">
    <path d="M168 640h210M186 640v44M360 640v44M176 596h194" stroke="#3b2b25" stroke-width="9" stroke-linecap="round"/>
    <g transform="translate(226 636) rotate(${old.toFixed(2)}) scale(1.280)">${grandmother}</g>
    <g transform="translate(306 638) rotate(${young.toFixed(2)}) scale(.920)">${child}</g>
    <path d="M240 597C256 604 270 607 292 606" stroke="#a4523d" stroke-width="13" stroke-linecap="round" fill="none"/>
  </g>`;
}

function house(evening: number): string {
  const window = mixColour('#86a2b4', '#dcae55', smooth((evening - 0.35) * 5));
  return `<g transform="translate(118 414)">
    <path d="M54-14h10v40l-10-9z" fill="#a4523d"/><path d="M0 78V30L34 0L68 30V78Z" fill="#f7f1e3"/>
    <path d="M-8 34L34-4L76 34L68 38L34 8L0 38Z" fill="#a4523d"/>
    <rect x="14" y="38" width="16" height="18" rx="2" fill="${window}"/><rect x="42" y="40" width="14" height="38" rx="2" fill="#86a2b4"/>
  </g>`;
}

function smoke(t: number): string {
  return [0, 1, 2]
    .map((puff) => {
      const age = (t / 4 + puff / 3) % 1;
      const opacity = 0.5 * Math.sin(Math.PI * age);
      const x = 177 + age * 34 + Math.sin(age * 5 + puff) * 4;
      return `<circle cx="${x.toFixed(1)}" cy="${(398 - age * 66).toFixed(1)}" r="${(4 + age * 9).toFixed(1)}" fill="#f7f1e3" opacity="${opacity.toFixed(3)}"/>`;
    })
    .join('');
}

function birds(t: number): string {
  return [
    { x: 470, y: 176, size: 1, phase: 0 },
    { x: 520, y: 196, size: 0.8, phase: 1.3 },
    { x: 536, y: 160, size: 0.8, phase: 2.1 },
  ]
    .map(({ x, y, size, phase }) => {
      const lift = 3 + 6 * (0.5 + 0.5 * Math.sin(t * 7 + phase));
      const place = `translate(${(x - t * 30).toFixed(1)} ${(y - t * 4 + Math.sin(t + phase) * 4).toFixed(1)}) scale(${size})`;
      return `<path transform="${place}" d="M-13 0q7-${lift.toFixed(1)} 13 0q6-${lift.toFixed(1)} 13 0" fill="none" stroke="#5b4238" stroke-width="2.500" stroke-linecap="round"/>`;
    })
    .join('');
}

function stars(t: number): string {
  const share = smooth((t - 7.5) / 3);
  if (share === 0) return '';
  return [
    [92, 70],
    [214, 128],
    [412, 58],
    [560, 104],
    [1106, 84],
    [1190, 168],
    [1234, 52],
  ]
    .map(([x, y], i) => {
      const twinkle = 0.75 + 0.25 * Math.sin(t * 2.5 + i * 2);
      return `<circle cx="${x}" cy="${y}" r="2.400" fill="#f7f1e3" opacity="${(share * twinkle).toFixed(3)}"/>`;
    })
    .join('');
}

/** Flowers that move in the wind. */
function flowers(t: number): string {
  return [
    { x: 96, y: 706, height: 46 },
    { x: 112, y: 706, height: 38 },
    { x: 388, y: 700, height: 36 },
    { x: 1040, y: 704, height: 48 },
    { x: 1058, y: 704, height: 40 },
    { x: 1186, y: 700, height: 34 },
  ]
    .map(({ x, y, height }, i) => {
      const lean = 5 * Math.sin(i * 2.4) + 3 * Math.sin(t * 1.6 + i);
      return `<path d="M${x} ${y}q0-${height / 2} ${lean.toFixed(1)}-${height}" fill="none" stroke="#92a78d" stroke-width="4" stroke-linecap="round"/>
        <circle cx="${(x + lean).toFixed(1)}" cy="${y - height}" r="5.500" fill="#ecd6a2"/>`;
    })
    .join('');
}

/** Lights at dusk: the window, and fireflies at the end. */
function lights(t: number, evening: number): string {
  const lit = smooth((evening - 0.35) * 5);
  const glow = `<g opacity="${lit.toFixed(3)}"><rect x="132" y="452" width="16" height="18" rx="2" fill="#f0c46a"/></g>`;
  const flies = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((fly) => {
      const age = (t - 6.6 - fly * 0.34) / 4;
      if (age <= 0 || age >= 1) return '';
      const x = 690 + ((fly * 97) % 370) + Math.sin(t * 1.4 + fly * 1.7) * 16;
      const y = 640 - ((fly * 53) % 60) - age * 120;
      const opacity = Math.sin(Math.PI * age) * (0.7 + 0.3 * Math.sin(t * 6 + fly));
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="#f2d79b" opacity="${(opacity * 0.15).toFixed(3)}"/><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.200" fill="#fbe7b4" opacity="${opacity.toFixed(3)}"/>`;
    })
    .join('');
  return glow + flies;
}

/** G major without fourth and seventh, from G2, in half tones from A4. */
const NOTES = {
  G2: -26,
  C3: -21,
  D3: -19,
  E3: -17,
  G3: -14,
  A3: -12,
  B3: -10,
  D4: -7,
  E4: -5,
  G4: -2,
  A4: 0,
  B4: 2,
  D5: 5,
  E5: 7,
  G5: 10,
};
type Note = keyof typeof NOTES;

/** Melody, accompaniment and bass. There is one beat per ring. */
const TUNE: [beat: number, note: Note, strength: number][] = [
  ...(['D4', 'G4', 'A4', 'B4', 'D5', 'E5', 'G5'] as Note[]).map((note, i): [number, Note, number] => [i, note, 0.5]),
  ...(['G3', 'B3', 'E4', 'G4', 'A4', 'B4', 'D5'] as Note[]).map((note, i): [number, Note, number] => [
    i + 0.5,
    note,
    0.22,
  ]),
  ...(['B3', 'D4', 'B3', 'D4', 'G4', 'G4', 'B4'] as Note[]).map((note, i): [number, Note, number] => [
    i + 0.75,
    note,
    0.15,
  ]),
  ...(['G2', 'E3', 'C3', 'G2', 'E3', 'C3', 'G2'] as Note[]).map((note, i): [number, Note, number] => [i, note, 0.34]),
  [7, 'D5', 0.3],
  [7, 'D3', 0.24],
  [7.5, 'B4', 0.2],
  [8, 'G4', 0.34],
  [8.06, 'B4', 0.2],
  [8.12, 'D5', 0.2],
  [8, 'G2', 0.34],
];

/** The tune as a WAV file. */
function tune(): Buffer {
  const notes = TUNE.map(([beat, note, strength]) => ({
    start: FIRST_RING + beat * BEAT,
    pitch: hertz(NOTES[note]),
    strength,
  }));
  return pluckedStrings(notes, SECONDS);
}

async function renderVideo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-demo-'));
  const sound = join(folder, 'tune.wav');
  await writeFile(sound, tune());
  const ffmpeg = spawn(
    process.env.FFMPEG_PATH || 'ffmpeg',
    [
      ...['-hide_banner', '-v', 'error', '-y'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'],
      ...['-i', sound],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'veryslow',
        '-profile:v',
        'high',
        '-crf',
        '21',
        '-tune',
        'animation',
        '-g',
        '96',
      ],
      ...['-c:a', 'aac', '-b:a', '112k', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart'],
      join(OUTPUT, 'video.mp4'),
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'close');
  for (let i = 0; i < SECONDS * FPS; i += 1) {
    const pixels = await sharp(Buffer.from(frame(i / FPS)))
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

const [look] = process.argv.slice(2);
if (look) {
  await mkdir(look, { recursive: true });
  for (const t of [0, 1, 2.4, 4, 5.6, 7, POSTER_AT, 10.9]) {
    await sharp(Buffer.from(frame(t)))
      .png()
      .toFile(join(look, `at-${t}.png`));
  }
  await writeFile(join(look, 'tune.wav'), tune());
} else {
  await mkdir(OUTPUT, { recursive: true });
  await sharp(Buffer.from(frame(POSTER_AT)))
    .webp({ quality: 86 })
    .toFile(join(OUTPUT, 'poster.webp'));
  await renderVideo();
}
