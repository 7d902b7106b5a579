import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BANNER_NAMES } from '@kinreel/contracts';
import { describe, expect, test } from 'vitest';

/** Rules for the banner drawings: small files, safe to inline on one page. */

const folder = join(import.meta.dirname, '../../../public/banners');
const files = globSync('*.svg', { cwd: folder }).sort();
const drawings = files.map((file) => ({ name: basename(file, '.svg'), svg: readFileSync(join(folder, file), 'utf8') }));

const ELEMENTS = ['circle', 'ellipse', 'g', 'path', 'rect', 'svg'];
test('[PROF-05] every banner has a drawing, and every drawing belongs to a banner', () => {
  expect(drawings.map(({ name }) => name)).toEqual(BANNER_NAMES.map((name) => name.toLowerCase()).sort());
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
});
