import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Every text that people see or hear is in the catalogue (packages/messages), so that it can be translated. Finds texts
 * in the web app's own files: between JSX tags, in attributes that are shown or spoken, and literals that read like a
 * sentence or a label.
 */
const root = join(import.meta.dirname, '..');

/** Attributes whose text is shown or spoken. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|label|title|placeholder|helperText|text|message)$/;

/** Two words, or one with a capital letter and a full stop, question or exclamation mark. */
const SENTENCE = /^[A-Z][\w’']*[,:]? [A-Za-z0-9…]|^[A-Z]\w+[.!?…]$/;

/** Calls whose text is for developers. */
const FOR_DEVELOPERS = /^(Error|TypeError|DOMException|console\.\w+)$/;

/** @returns a line for each literal text of a file */
export function literalTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const developerRanges: [number, number][] = [];
  const report = (start: number, text: string) => {
    if (developerRanges.some(([from, to]) => start >= from && start < to)) return;
    found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ').trim()}`);
  };
  const calls = (callee: { start: number; end: number }, range: { start: number; end: number }) => {
    if (FOR_DEVELOPERS.test(source.slice(callee.start, callee.end))) developerRanges.push([range.start, range.end]);
  };
  new Visitor({
    NewExpression: (node) => calls(node.callee, node),
    CallExpression: (node) => calls(node.callee, node),
    JSXText: (node) => {
      if (/[A-Za-z]{2}/.test(node.value)) report(node.start, node.value);
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (!SPOKEN.test(name) || !node.value) return;
      const text = source.slice(node.value.start, node.value.end);
      // A bare string, or a template with words of its own.
      const words = node.value.type === 'Literal' ? text : /^\{`/.test(text) ? text.replace(/\$\{[^}]*\}/g, '') : '';
      if (/[A-Za-z]{2}/.test(words)) report(node.start, text);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && SENTENCE.test(node.value)) report(node.start, node.value);
    },
    TemplateLiteral: (node) => {
      const words = node.quasis.map((quasi) => quasi.value.cooked ?? '').join('…');
      if (SENTENCE.test(words) || / [a-z]+ [a-z]+ /.test(words)) report(node.start, words);
    },
  }).visit(program);
  return [...new Set(found)];
}

if (import.meta.main) {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
  const found = files.flatMap((path) => literalTexts(path, readFileSync(join(root, path), 'utf8')));
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(`${found.length} texts are not in the catalogue. Please move them to packages/messages/src/en.`);
    process.exit(1);
  }
  console.log('All texts of the web app are in the catalogue.');
}
