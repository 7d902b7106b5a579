import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { compileMessages } from './compile-messages.ts';
import { defineMessages, definitionOf } from './define-messages.ts';
import { directionOf, matchLanguage } from './languages.ts';
import { setTranslations } from './message-set.ts';
import { PSEUDO_END, PSEUDO_START, toPseudo } from './pseudo-language.ts';
import { messagesPlugin } from './vite-plugin.ts';

const ENGLISH = join(import.meta.dirname, 'en');

async function catalogue() {
  const files = await readdir(ENGLISH);
  return Promise.all(
    files.map(async (file) => {
      const [messages] = Object.values((await import(join(ENGLISH, file))) as Record<string, object>);
      if (!messages) throw new Error(`${file} exports nothing`);
      return definitionOf(messages);
    }),
  );
}

type Evaluated = string | ((params: object) => string);

/** Evaluates a compiled module as the browser does. */
async function load(language: string, icu: Record<string, Record<string, string>>) {
  const { imports, object } = compileMessages(language, icu);
  const source = `${imports}export default ${object}`.replace(
    /from "(@messageformat[^"]*)"/g,
    (_match, name: string) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return module.default as Record<string, Record<string, Evaluated>>;
}

const example = defineMessages('example', {
  title: 'Share',
  named: 'Remove {name}',
  counted: '{count, plural, one {# video} other {# videos}} for {name}',
});

describe('a set of messages', () => {
  it('contains strings, and functions for messages with parameters', () => {
    expect(example.title).toBe('Share');
    expect(example.named({ name: 'Ada' })).toBe('Remove Ada');
    expect(example.counted({ count: 1, name: 'Ada' })).toBe('1 video for Ada');
    expect(example.counted({ count: 1200, name: 'Ada' })).toBe('1,200 videos for Ada');
    expectTypeOf(example.title).toEqualTypeOf<string>();
    expectTypeOf(example.counted).parameter(0).toEqualTypeOf<{ count: number; name: string | number }>();
  });

  it('uses translations, and English where one is missing', () => {
    setTranslations({ example: { title: 'Teilen' } });
    expect(example.title).toBe('Teilen');
    expect(example.named({ name: 'Ada' })).toBe('Remove Ada');
    setTranslations({});
    expect(example.title).toBe('Share');
  });
});

describe('the English catalogue', () => {
  it('declares all parameters in its types, and leaves number and date formats to Intl', async () => {
    for (const { feature, icu } of await catalogue()) {
      for (const [key, text] of Object.entries(icu)) {
        expect(new Set(typedParams(text)), `${feature}.${key}`).toEqual(new Set(parsedParams(parse(text))));
      }
    }
  });

  it('compiles to the same messages as in Node.js', async () => {
    for (const { feature, icu } of await catalogue()) {
      const messages = defineMessages(feature, icu) as unknown as Record<string, Evaluated>;
      const compiled = await load('en', { [feature]: { ...icu } });
      for (const [key, text] of Object.entries(icu)) {
        const params = Object.fromEntries(typedParams(text).map((name) => [name, 2]));
        const [own, built] = [messages[key], compiled[feature]?.[key]];
        expect(typeof built === 'function' ? built(params) : built, `${feature}.${key}`).toBe(
          typeof own === 'function' ? own(params) : own,
        );
      }
    }
  });
});

/** Names of parameters as `ParamsOf` finds them. */
function typedParams(text: string): string[] {
  return [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, head = '']) => {
    // A branch begins within these braces, so the next `{` starts its own head.
    return head.split('{').flatMap((part) => {
      const name = /^(\w+), (plural|select),/.exec(part)?.[1] ?? part;
      return /^\w+$/.test(name) ? [name] : [];
    });
  });
}

function parsedParams(tokens: Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'content' || token.type === 'octothorpe') return [];
    if (token.type === 'argument') return [token.arg];
    if (token.type === 'function') throw new Error(`{${token.arg}, ${token.key}}: format the value with Intl instead`);
    return [token.arg, ...token.cases.flatMap((branch) => parsedParams(branch.tokens))];
  });
}

describe('the pseudo-language', () => {
  it('keeps parameters, plurals and tags, and marks and lengthens texts', () => {
    expect(toPseudo('Remove {name}')).toMatch(/^⟦Rémóvé \{name\}[ ~]+⟧$/);
    expect(toPseudo('Open <link>it</link>')).toContain('<link>');
    const plural = toPseudo('{count, plural, one {# video} other {# videos}}');
    const messages = defineMessages('pseudo', { plural });
    expect((messages.plural as unknown as (params: object) => string)({ count: 2 })).toMatch(/^⟦2 vídéóš[ ~]+⟧$/);
    expect(PSEUDO_START + PSEUDO_END).toBe('⟦⟧');
  });

  it('covers every message, as the web app loads them', async () => {
    const plugin = messagesPlugin();
    const id = plugin.resolveId('virtual:translations/ar-XB') ?? '';
    const source = await plugin.load.call({ addWatchFile: () => {} }, id);
    for (const { icu } of await catalogue()) expect(source).toContain(Object.keys(icu)[0]);
  });
});

it('matches a language by region, then by main language, else English', () => {
  expect(matchLanguage(['fr-CA', 'en-GB', 'de'])).toBe('en');
  expect(matchLanguage(['ar-XB'])).toBe('ar-XB');
  expect(matchLanguage([])).toBe('en');
  expect([directionOf('en'), directionOf('ar-XB')]).toEqual(['ltr', 'rtl']);
});
