import { type Content, parse, type Select, type Token } from '@messageformat/parser';

/** Accented form of a letter. */
export const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  Y: 'Ý',
  C: 'Ç',
  N: 'Ñ',
  S: 'Š',
  Z: 'Ž',
};

/** Start and end of every pseudo text. Texts without them on a screen are not in the catalogue. */
export const PSEUDO_START = '⟦';
export const PSEUDO_END = '⟧';

/**
 * An ICU message in the pseudo-language: readable, accented, and 40 % longer, as translations often are. It reveals
 * texts that are not in the catalogue, and layouts that are too narrow for other languages.
 */
export function toPseudo(icu: string): string {
  const tokens = parse(icu);
  const letters = tokens.reduce((sum, token) => sum + (token.type === 'content' ? token.value.length : 12), 0);
  return `${PSEUDO_START}${tokens.map(pseudoToken).join('')}${padding(Math.ceil(letters * 0.4))}${PSEUDO_END}`;
}

/** Padding of this length, in words of at most six characters. */
function padding(length: number): string {
  return ' ~~~~~'.repeat(Math.ceil(length / 6)).slice(0, length);
}

function pseudoToken(token: Token): string {
  switch (token.type) {
    case 'content':
      return quote(accent(token));
    case 'argument':
      return `{${token.arg}}`;
    case 'octothorpe':
      return '#';
    case 'function':
      throw new Error(`Messages have no {${token.arg}, ${token.key}}: format the value with Intl and pass it on`);
    default:
      return pseudoSelect(token);
  }
}

function pseudoSelect({ arg, type, cases }: Select): string {
  const branches = cases.map(({ key, tokens }) => `${key} {${tokens.map(pseudoToken).join('')}}`);
  return `{${arg}, ${type}, ${branches.join(' ')}}`;
}

/** Tags such as `<link>` are not changed. */
function accent({ value }: Content): string {
  return value.replace(/<[^>]*>|[A-Za-z]/g, (match) => ACCENTED[match] ?? match);
}

function quote(text: string): string {
  return text.replaceAll("'", "''").replace(/[{}#]/g, (brace) => `'${brace}'`);
}
