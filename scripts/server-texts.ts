import { parseSync, Visitor } from 'oxc-parser';

/** A sentence: a capital letter, several words, and a full stop, question mark or exclamation mark. */
const SENTENCE = /^[A-Z][\w’']*,? .*[.?!]$/s;

/** Calls with text for developers or operators. `oauthError` and `connectionError` follow the protocol. */
const NOT_FOR_PEOPLE =
  /^(Error|TypeError|\w*ConfigError|UsageError|BackupError|console\.\w+|[\w.]*log\.\w+|[\w.]*describe|oauthError|connectionError)$/;

/** Properties for developers or operators: API documentation, login protocol errors, reasons of failed backups. */
const NOT_SHOWN = new Set(['summary', 'description', 'error_description', 'explanation']);

/** An element of a page or a mail. */
const MARKUP = /<(title|h1|p|li|a|label|button|span)\b/;

/**
 * Texts for people in the code of the server and the packages that are not in the catalogue: sentences, and words
 * between the tags of pages and mails.
 * @returns one line for each
 */
export function serverTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const skipped: [number, number][] = [];
  const report = (start: number, text: string) => {
    if (skipped.some(([from, to]) => start >= from && start < to)) return;
    found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ').trim()}`);
  };
  const call = (node: { callee: { start: number; end: number }; start: number; end: number }) => {
    if (NOT_FOR_PEOPLE.test(source.slice(node.callee.start, node.callee.end))) skipped.push([node.start, node.end]);
  };
  new Visitor({
    NewExpression: call,
    CallExpression: call,
    Property: (node) => {
      if (node.key.type === 'Identifier' && NOT_SHOWN.has(node.key.name)) skipped.push([node.start, node.end]);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && SENTENCE.test(node.value)) report(node.start, node.value);
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? '').join('…');
      const words = text.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>|&\w+;/g, ' ');
      if (MARKUP.test(text) ? /[A-Za-z]{2}/.test(words) : SENTENCE.test(text)) report(node.start, words);
    },
  }).visit(program);
  return found;
}
