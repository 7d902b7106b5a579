import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Draws the app's icons from the mark (apps/web/src/shared/art/logo.svg) into apps/web/public.
 * Run it after a change of the mark: node scripts/render-icons.ts
 */
const web = join(import.meta.dirname, '../apps/web');
const target = (file: string) => join(web, 'public', file);
const markFile = join(web, 'src/shared/art/logo.svg');
const mark = readFileSync(markFile, 'utf8');

/** Colour of the mark's outermost ring: the background of icons that a platform may crop. */
const RING = '#667b68';
/** Width and height of the mark in its own units. */
const SIDE = 40;

/** The mark on a filled background. The inner rings are within the middle 80 %, which no platform crops. */
const filled = mark
  .replace(/viewBox="[^"]*"/, `viewBox="0 0 ${SIDE} ${SIDE}"`)
  .replace(/(<svg[^>]*>)/, `$1<rect width="${SIDE}" height="${SIDE}" fill="${RING}"/>`);

async function render(svg: string, size: number, file: string): Promise<void> {
  // At 72 dots per inch one unit is one pixel; a higher density keeps the edges sharp.
  await sharp(Buffer.from(svg), { density: (72 * size) / SIDE })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target(file));
}

copyFileSync(markFile, target('favicon.svg'));
await render(mark, 192, 'icon-192.png');
await render(mark, 512, 'icon-512.png');
await render(filled, 512, 'maskable-512.png');
await render(filled, 180, 'apple-touch-icon.png');
