import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BANNER_NAMES } from '@kinreel/contracts';
import { describe, expect, test } from 'vitest';

/** Rules for the banner drawings: small files, safe to inline on one page, one consistent style. */

const folder = join(import.meta.dirname, '../../../public/banners');
const files = globSync('*.svg', { cwd: folder }).sort();
const drawings = files.map((file) => ({ name: basename(file, '.svg'), svg: readFileSync(join(folder, file), 'utf8') }));

/** The illustration palette. Blends of two of its colours are allowed too. */
const PALETTE = {
  paper: '#f7f1e3',
  straw: '#ecd6a2',
  honey: '#dcae55',
  clay: '#c67a55',
  madder: '#a4523d',
  rose: '#dfae9f',
  blush: '#f0d3c6',
  plum: '#6d4d63',
  lilac: '#a68aa5',
  dusk: '#86a2b4',
  mist: '#c9d6d6',
  deep: '#3f5f73',
  pale: '#c3d1b6',
  sage: '#a3b899',
  leaf: '#667b68',
  moss: '#3f5443',
  bark: '#5b4238',
};
const colours: string[] = Object.values(PALETTE);

/** Maximum distance of a colour from the nearest blend, per channel (0 to 255). */
const TOLERANCE = 28;
const ELEMENTS = ['circle', 'ellipse', 'g', 'path', 'rect', 'svg'];
const COORDINATES = /\s(?:d|cx|cy|r|rx|ry|x|y|width|height)="([^"]*)"/g;

type Rgb = [number, number, number];

function channels(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const minus = (a: Rgb, b: Rgb): Rgb => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The largest difference in one channel between a colour and the nearest blend of two palette colours. */
function distanceToPalette(hex: string): number {
  const distances = colours.flatMap((from, at) =>
    colours.slice(at + 1).map((to) => {
      const tone = minus(channels(hex), channels(from));
      const direction = minus(channels(to), channels(from));
      const share = Math.min(1, Math.max(0, dot(tone, direction) / dot(direction, direction)));
      const rest = minus(tone, [direction[0] * share, direction[1] * share, direction[2] * share]);
      return Math.max(...rest.map(Math.abs));
    }),
  );
  return Math.min(...distances);
}

function coloursOf(svg: string): string[] {
  const values = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, value = '']) => value);
  return [...new Set(values)].filter((value) => value !== 'none');
}

test('[PROF-05] every banner has a drawing, and every drawing belongs to a banner', () => {
  expect(drawings.map(({ name }) => name)).toEqual(BANNER_NAMES.map((name) => name.toLowerCase()).sort());
});

test('colours outside the palette are detected', () => {
  for (const foreign of ['#1976d2', '#ff0000', '#00ff00', '#8000ff']) {
    expect(distanceToPalette(foreign), foreign).toBeGreaterThan(TOLERANCE);
  }
});

describe.each(drawings)('[PROF-05] $name', ({ svg }) => {
  test('is 1280 by 240 and at most 9 KB', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1280 240"/);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(9000);
  });

  test('contains only basic shapes, correctly nested', () => {
    const open: string[] = [];
    for (const [, closing, element = '', attributes = ''] of svg.matchAll(/<(\/?)([^\s/>]+)([^>]*)>/g)) {
      expect(ELEMENTS).toContain(element);
      if (closing) expect(open.pop()).toBe(element);
      else if (!attributes.endsWith('/')) open.push(element);
    }
    expect(open).toEqual([]);
  });

  test('has no ids, styles, links, handlers or images, so that many drawings can share a page', () => {
    expect(svg).not.toMatch(/\s(?:id|class|style|filter|mask|clip-path|href|xlink:href|on\w+)=|url\(|data:/);
  });

  test('has integer coordinates', () => {
    for (const [attribute, value] of svg.matchAll(COORDINATES)) expect(value, attribute).not.toContain('.');
  });

  test('uses only the palette, at least four of its colours and a warm one', () => {
    const used = coloursOf(svg);
    for (const colour of used) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(distanceToPalette(colour), colour).toBeLessThanOrEqual(TOLERANCE);
    }
    expect(used.filter((colour) => colours.includes(colour)).length).toBeGreaterThanOrEqual(4);
    expect([PALETTE.honey, PALETTE.clay, PALETTE.madder].some((warm) => used.includes(warm))).toBe(true);
  });
});
