import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { LOGO_BACKGROUND, logo } from '../packages/brand/src/logo.ts';

/**
 * Draws the app's icons from the logo (packages/brand/src/logo.ts) into apps/web/public.
 * Run it after a change of the logo: node scripts/render-icons.ts
 */
const web = join(import.meta.dirname, '../apps/web');
const target = (file: string) => join(web, 'public', file);

/** Width and height of the logo in its own units. */
const SIDE = 40;

const plain = logo(SIDE);

/** For icons that a platform may crop. The inner rings are within the middle 80 %, which is never cropped. */
const filled = plain.replace(/(<svg[^>]*>)/, `$1<rect width="${SIDE}" height="${SIDE}" fill="${LOGO_BACKGROUND}"/>`);

async function render(svg: string, size: number, file: string): Promise<void> {
  // At 72 dots per inch one unit is one pixel; a higher density keeps the edges sharp.
  await sharp(Buffer.from(svg), { density: (72 * size) / SIDE })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target(file));
}

writeFileSync(target('favicon.svg'), `${plain}\n`);
await render(plain, 192, 'icon-192.png');
await render(plain, 512, 'icon-512.png');
await render(filled, 512, 'maskable-512.png');
await render(filled, 180, 'apple-touch-icon.png');
