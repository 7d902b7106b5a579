/** Draws a CPU profile of V8 as flames: each bar is a function, above those that it was called by, as wide as its share of the time. */

/** As the DevTools protocol and `--cpu-prof` write it; of `nodes` and `samples` what is needed here. Times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

const WIDTH = 1200;
const BAR = 16;

/** Narrower bars are left out: nobody could see them, and a picture must stay small. */
const LEAST_WIDTH = 2;

/** Characters that fit into a pixel. */
const CHARACTERS = 0.16;

/** What runs while nothing is to be done. */
const IDLE = ['(idle)', '(program)'];

interface Frame {
  name: string;
  origin: string;
  /** Microseconds of it and of what it called. */
  time: number;
  above: Map<string, Frame>;
}

/** Colors by where a function comes from. */
const ORIGINS: Record<string, string> = {
  Kinreel: '#f4a259',
  packages: '#8cb369',
  Node: '#9fb8d8',
  'V8, garbage collection': '#d0d0d0',
};

function originOf(url: string, root: string): { origin: string; file: string } {
  if (url.startsWith('node:')) return { origin: 'Node', file: url };
  const inProject = url.replace('file://', '').replace(`${root}/`, '');
  const inPackage = inProject.split('node_modules/').at(-1) ?? '';
  if (inProject.includes('node_modules/')) return { origin: 'packages', file: inPackage };
  return url === '' ? { origin: 'V8, garbage collection', file: '' } : { origin: 'Kinreel', file: inProject };
}

/**
 * @param options.root the folder of the project, for the names of files
 * @returns the picture, and how many milliseconds the process was busy
 */
export function drawFlames(profile: CpuProfile, { root, title }: { root: string; title: string }) {
  const bottom: Frame = { name: title, origin: '', time: 0, above: new Map() };
  const paths = pathsOf(profile);
  for (const [index, sample] of profile.samples.entries()) {
    const path = paths.get(sample) ?? [];
    if (path.some(({ functionName }) => IDLE.includes(functionName))) continue;
    // The time until the next sample belongs to this one.
    const time = profile.timeDeltas[index + 1] ?? 0;
    bottom.time += time;
    let frame = bottom;
    for (const { functionName, url, lineNumber } of path) {
      const { origin, file } = originOf(url, root);
      const name = [functionName || '(anonymous)', file && `${file}:${lineNumber + 1}`].filter(Boolean).join(' ');
      const next = frame.above.get(name) ?? { name, origin, time: 0, above: new Map() };
      next.time += time;
      frame.above.set(name, next);
      frame = next;
    }
  }
  return { svg: draw(bottom), busy: bottom.time / 1000 };
}

/** The functions of each node from the first that was called to itself, without the root. */
function pathsOf({ nodes }: CpuProfile): Map<number, CpuProfile['nodes'][number]['callFrame'][]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const paths = new Map<number, CpuProfile['nodes'][number]['callFrame'][]>();
  const waiting = nodes.slice(0, 1).map(({ id }) => ({ id, path: [] as CpuProfile['nodes'][number]['callFrame'][] }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, path } = next;
    paths.set(id, path);
    for (const child of byId.get(id)?.children ?? []) {
      const callFrame = byId.get(child)?.callFrame;
      if (callFrame) waiting.push({ id: child, path: [...path, callFrame] });
    }
  }
  return paths;
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function draw(bottom: Frame): string {
  const bars: string[] = [];
  let highest = 0;
  const add = (frame: Frame, left: number, level: number) => {
    const width = (frame.time / bottom.time) * WIDTH;
    if (width < LEAST_WIDTH) return;
    highest = Math.max(highest, level);
    const share = ((frame.time / bottom.time) * 100).toFixed(1);
    const shown = frame.name.slice(0, Math.floor(width * CHARACTERS));
    // Below: counted from the bottom, moved by the transformation of the group.
    const y = -(level + 1) * BAR;
    const text = shown.length < 4 ? '' : `<text x="${(left + 2).toFixed(0)}" y="${y + 12}">${escapeXml(shown)}</text>`;
    bars.push(
      `<g><title>${escapeXml(frame.name)}: ${share} %</title><rect x="${left.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${BAR - 1}" fill="${ORIGINS[frame.origin] ?? '#e8e8e8'}"/>${text}</g>`,
    );
    let next = left;
    for (const above of [...frame.above.values()].sort((a, b) => b.time - a.time)) {
      add(above, next, level + 1);
      next += (above.time / bottom.time) * WIDTH;
    }
  };
  add(bottom, 0, 0);
  const height = (highest + 3) * BAR;
  const legend = Object.entries(ORIGINS).map(
    ([name, color], index) =>
      `<rect x="${index * 180}" y="2" width="12" height="12" fill="${color}"/><text x="${index * 180 + 16}" y="12">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...legend,
    `<g transform="translate(0 ${height})">`,
    ...bars,
    '</g></svg>\n',
  ].join('\n');
}
