import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PHOTO_BYTES } from '@kinreel/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyPng } from '../../testing/hostile-png.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mailPortrait } from './photos.service.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bea] = await Promise.all([loginAs(server), loginAs(server)]);
});
afterAll(() => server.stop());

interface Part {
  field?: string;
  name?: string;
  type?: string;
  bytes: Buffer;
}

/** Sends a form with these files, as a browser does. */
async function putPhoto(parts: Part[], person: { headers: Record<string, string> } = ada, userId = ada.id) {
  const form = new FormData();
  for (const { field = 'photo', name = 'me.jpg', type = 'image/jpeg', bytes } of parts) {
    form.append(field, new File([new Uint8Array(bytes)], name, { type }));
  }
  const encoded = new Response(form);
  return server.app.inject({
    method: 'PUT',
    url: `/api/photo/${userId}`,
    headers: { ...person.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

const getPhoto = (url: string, headers: Record<string, string> = ada.headers) =>
  server.app.inject({ method: 'GET', url, headers });

/** All stored and staged files, and the photo keys of all profiles. */
async function everything() {
  const files = await readdir(join(server.dataDir, 'media'), { recursive: true }).catch(() => []);
  const rows = await server.deps.db.selectFrom('users').select(['id', 'photo_key']).orderBy('id').execute();
  return { files: files.filter((path) => !/^(objects|staging)?$/.test(path)).sort(), rows };
}

async function storedPhotos(userId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.deps.storage.list(`photos/${userId}/`)) keys.push(key);
  return keys;
}

/** A photo with EXIF rotation and location; its upper half is red, the lower half blue. */
async function jpegWithPlace(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 300, height: 800, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 800, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .withExif({
      IFD0: { Make: 'CameraMaker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 47/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '92/1 6/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Duluth</note></x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

describe('PUT /api/photo/{userId}', () => {
  it('[API-22][PROF-06] stores a square upright WebP, visible to logged-in people', async () => {
    const response = await putPhoto([{ bytes: await jpegWithPlace() }]);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: ada.id, email: ada.email });
    const url: string = response.json().profile_image;
    expect(url).toMatch(new RegExp(`^/media/photos/${ada.id}/[0-9a-f-]{36}$`));

    const photo = await getPhoto(url, bea.headers);
    expect(photo.statusCode).toBe(200);
    expect(photo.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-length': String(photo.rawPayload.length),
    });
    const { data, info } = await sharp(photo.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: 'raw', width: 512, height: 512 });
    // The camera was rotated: the left side of the file is the top of the photo.
    const pixel = (x: number, y: number) => [...data.subarray((y * 512 + x) * info.channels).subarray(0, 3)];
    const [top, bottom] = [pixel(256, 40), pixel(256, 470)] as [number[], number[]];
    expect(top[0]).toBeGreaterThan(200);
    expect(top[2]).toBeLessThan(60);
    expect(bottom[0]).toBeLessThan(60);
    expect(bottom[2]).toBeGreaterThan(200);
  });

  it('[API-22][VID-07] removes location, device and all other metadata', async () => {
    const original = await jpegWithPlace();
    const before = await sharp(original).metadata();
    expect(before.exif?.includes('CameraMaker')).toBe(true);
    expect(before.xmp?.includes('Duluth')).toBe(true);
    const { profile_image } = (await putPhoto([{ bytes: original }])).json();
    const bytes = (await getPhoto(profile_image)).rawPayload;
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    for (const word of ['CameraMaker', 'Duluth', 'EXIF', 'XMP ']) expect(bytes.includes(word), word).toBe(false);
  });

  it('[API-22] replaces the old photo, whose file and URL no longer exist', async () => {
    const first = (await putPhoto([{ bytes: await jpegWithPlace() }])).json().profile_image;
    const second = (await putPhoto([{ bytes: greyPng(40, 40), name: 'me.png', type: 'image/png' }])).json();
    expect(second.profile_image).not.toBe(first);
    expect(await storedPhotos(ada.id)).toHaveLength(1);
    expect((await getPhoto(first)).statusCode).toBe(404);
    expect((await getPhoto(second.profile_image)).statusCode).toBe(200);
  });

  it('[API-22] leaves one file after ten concurrent uploads, of which a person may have four', async () => {
    const photo = await jpegWithPlace();
    const answers = await Promise.all(Array.from({ length: 10 }, () => putPhoto([{ bytes: photo }])));
    expect(answers.map((response) => response.statusCode).sort()).toEqual([
      ...Array(4).fill(200),
      ...Array(6).fill(503),
    ]);
    const stored = await storedPhotos(ada.id);
    const row = await server.deps.db.selectFrom('users').select('photo_key').where('id', '=', ada.id).execute();
    expect(stored).toEqual(row.map(({ photo_key }) => photo_key));
    expect((await everything()).files.filter((path) => path.startsWith('staging/'))).toEqual([]);
  });

  it.each(['webp', 'gif', 'avif', 'png'] as const)('[API-22] accepts %s images with any file name', async (format) => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 4, background: '#667b6880' } })
      .toFormat(format)
      .toBuffer();
    const response = await putPhoto([{ bytes, name: 'photo.bin', type: 'application/octet-stream' }]);
    expect(response.statusCode).toBe(200);
  });

  it('[API-22] removes data appended to an image', async () => {
    const picture = await jpegWithPlace();
    const hidden = Buffer.from('<script>alert(1)</script>PK\u0003\u0004');
    const { profile_image } = (await putPhoto([{ bytes: Buffer.concat([picture, hidden]) }])).json();
    expect((await getPhoto(profile_image)).rawPayload.includes('script')).toBe(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>';
  const invalidPhotos: [string, string, () => Promise<Part[]> | Part[]][] = [
    ['an SVG', 'photo.unreadable', () => [{ bytes: Buffer.from(svg), name: 'a.svg', type: 'image/svg+xml' }]],
    ['an SVG that is called a PNG', 'photo.unreadable', () => [{ bytes: Buffer.from(`<?xml version="1.0"?>${svg}`) }]],
    ['text', 'photo.unreadable', () => [{ bytes: Buffer.from('Dear all,'), type: 'text/plain' }]],
    ['a page', 'photo.unreadable', () => [{ bytes: Buffer.from('<!doctype html><p>hello') }]],
    [
      'a PDF',
      'photo.unreadable',
      () => [{ bytes: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), type: 'application/pdf' }],
    ],
    [
      'a PDF with an appended picture',
      'photo.unreadable',
      async () => [{ bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), await jpegWithPlace()]) }],
    ],
    ['a TIFF', 'photo.unreadable', () => [{ bytes: Buffer.from('49492a0008000000000000000000', 'hex') }]],
    ['a video', 'photo.unreadable', () => [{ bytes: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1') }]],
    ['nothing at all', 'photo.unreadable', () => [{ bytes: Buffer.alloc(0) }]],
    ['noise', 'photo.unreadable', () => [{ bytes: randomBytes(5000) }]],
    ['half a picture', 'photo.unreadable', async () => [{ bytes: (await jpegWithPlace()).subarray(0, 2500) }]],
    ['256 million pixels', 'photo.too_large', () => [{ bytes: greyPng(16_000, 16_000) }]],
    ['more than 20 MB', 'photo.too_large', () => [{ bytes: Buffer.alloc(MAX_PHOTO_BYTES + 1, 1) }]],
    ['much more than 20 MB', 'photo.too_large', () => [{ bytes: Buffer.alloc(MAX_PHOTO_BYTES + 100_000, 1) }]],
    ['a form without a file', 'photo.missing', () => []],
    ['another field', 'photo.missing', async () => [{ field: 'picture', bytes: await jpegWithPlace() }]],
    ['two photos', 'request.invalid', async () => [{ bytes: await jpegWithPlace() }, { bytes: await jpegWithPlace() }]],
  ];
  it.each(invalidPhotos)('[API-22] rejects %s as %s and stores nothing', async (_what, code, make) => {
    const parts = await make();
    const before = await everything();
    const response = await putPhoto(parts);
    const params = code === 'photo.too_large' ? { max_bytes: MAX_PHOTO_BYTES } : undefined;
    expect(response.json()).toMatchObject({ code });
    expect(response.json().params).toEqual(params);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['application/json', '{"photo": "x"}', 'photo.missing'],
    ['multipart/form-data', 'x', 'request.invalid'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nx',
      'request.invalid',
    ],
  ])('[API-22] rejects a body of %s that is not a form', async (type, payload, code) => {
    const before = await everything();
    const response = await server.app.inject({
      method: 'PUT',
      url: `/api/photo/${ada.id}`,
      headers: { ...ada.headers, 'content-type': type },
      payload,
    });
    expect(response.json()).toMatchObject({ code });
    expect(response.statusCode).toBe(400);
    expect(await everything()).toEqual(before);
  });

  describe('over a connection', () => {
    let origin: string;
    beforeAll(async () => {
      origin = await server.listen();
    });

    /** Streams a form whose file has no known size. */
    function send(pieces: AsyncIterable<Buffer>, signal: AbortSignal | null = null) {
      return fetch(`${origin}/api/photo/${ada.id}`, {
        method: 'PUT',
        headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=edge' },
        body: ReadableStream.from(pieces),
        duplex: 'half',
        signal,
      } as RequestInit);
    }
    const head = Buffer.from('--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    const settled = (before: object) => expect.poll(everything, { timeout: 30_000 }).toEqual(before);

    it('[API-22] rejects a streamed file when it becomes too large, and stores nothing', async () => {
      const before = await everything();
      const response = await send(
        (async function* () {
          yield head;
          for (let i = 0; i < 30; i++) yield Buffer.alloc(1024 * 1024);
          yield Buffer.from('\r\n--edge--\r\n');
        })(),
      );
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'photo.too_large' }]);
      await settled(before);
    });

    it('[API-22] stores nothing after an interrupted upload', async () => {
      const before = await everything();
      const controller = new AbortController();
      const response = send(
        (async function* () {
          yield Buffer.concat([head, await jpegWithPlace()]);
          await new Promise((resolve) => setTimeout(resolve, 150));
          controller.abort();
          yield Buffer.alloc(1);
        })(),
        controller.signal,
      );
      await expect(response).rejects.toThrow();
      await settled(before);
    });
  });

  it("[API-22][API-25] cannot change another person's photo", async () => {
    const photo = await jpegWithPlace();
    const before = await everything();
    expect((await putPhoto([{ bytes: photo }], ada, bea.id)).json()).toMatchObject({ code: 'profile.not_yours' });
    expect((await putPhoto([{ bytes: photo }], ada, randomUUID())).statusCode).toBe(403);
    expect((await putPhoto([{ bytes: photo }], { headers: {} })).statusCode).toBe(401);
    expect(await everything()).toEqual(before);
  });
});

describe('GET /media/photos/{userId}/{version}', () => {
  it('[VID-07] requires the media cookie or a token', async () => {
    const url: string = (await putPhoto([{ bytes: await jpegWithPlace() }])).json().profile_image;
    const { cookies } = await server.app.inject({ method: 'GET', url: '/api/user', headers: bea.headers });
    const value = cookies[0]?.value ?? '';
    const withCookie = (kinreel_media: string) => server.app.inject({ method: 'GET', url, cookies: { kinreel_media } });
    expect((await withCookie(value)).statusCode).toBe(200);
    expect((await withCookie(`${value.slice(0, -2)}xx`)).statusCode).toBe(401);
    expect((await withCookie(bea.token)).statusCode).toBe(401);
    expect((await getPhoto(url, {})).statusCode).toBe(401);
    expect((await getPhoto(url, { authorization: 'Bearer e30.e30.x' })).statusCode).toBe(401);
  });

  it('[VID-07] is not sent again to a browser that has it, and does not exist under other URLs', async () => {
    const url: string = (await putPhoto([{ bytes: await jpegWithPlace() }])).json().profile_image;
    const { etag } = (await getPhoto(url)).headers;
    const again = await getPhoto(url, { ...ada.headers, 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await getPhoto(url.replace(ada.id, bea.id))).statusCode).toBe(404);
    expect((await getPhoto(`/media/photos/${ada.id}/${randomUUID()}`)).statusCode).toBe(404);
    expect((await getPhoto(`/media/photos/${ada.id}/..%2f..%2fapp-secret`)).statusCode).toBe(400);
  });
});

describe('the photo in a mail', () => {
  it('is sent to people who may see it, and to strangers only if its person allows it for links', async () => {
    const [cleo, dora] = await Promise.all([loginAs(server), loginAs(server)]);
    expect((await putPhoto([{ bytes: await jpegWithPlace() }], cleo, cleo.id)).statusCode).toBe(200);
    const portrait = await mailPortrait(server.deps, cleo.id, dora.id);
    expect(await sharp(portrait?.content).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 128 });
    expect(await mailPortrait(server.deps, cleo.id, null)).not.toBeNull();
    expect(await mailPortrait(server.deps, dora.id, cleo.id)).toBeNull();

    await server.deps.db.updateTable('users').set({ show_on_links: false }).where('id', '=', cleo.id).execute();
    expect(await mailPortrait(server.deps, cleo.id, null)).toBeNull();
    const blocked = await server.app.inject({ method: 'PUT', url: `/api/blocks/${dora.id}`, headers: cleo.headers });
    expect(blocked.statusCode).toBeLessThan(300);
    expect(await mailPortrait(server.deps, cleo.id, dora.id)).toBeNull();
  });
});
