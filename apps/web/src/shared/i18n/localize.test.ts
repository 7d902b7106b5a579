import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The pseudo-language, with the texts of these tests. The build generates it from the English catalogue. */
vi.mock('virtual:translations/ar-XB', () => ({
  default: {
    errors: {
      'video.missing': '⟦Wé çóúld ñót fíñd thíš vídéó.⟧',
      'video.too_large': ({ max_bytes }: { max_bytes: string }) => `⟦Úñdér ${max_bytes}⟧`,
    },
  },
}));

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'ar-XB' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

test('shows an error of the API in the language of the page, with its numbers', async () => {
  const { loadTranslations } = await import('./language.ts');
  const { errorMessage, toApiError } = await import('../api/api-error.ts');
  const shown = (data: object) => errorMessage(toApiError({ status: 413, data }));
  const tooLarge = { code: 'video.too_large', message: 'Under 30 MB', params: { max_bytes: 30_000_000 } };

  expect(shown(tooLarge)).toBe('Under 30 MB');
  await loadTranslations();
  expect(shown(tooLarge)).toMatch(/^⟦Úñdér .*(30|٣٠).*⟧$/);
  expect(shown({ code: 'video.missing', message: 'We could not find this video.' })).toMatch(/^⟦.*⟧$/);
  expect(shown({ code: 'brand.new', message: 'A code of a newer server.' })).toBe('A code of a newer server.');
});
