import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { serverTexts } from './server-texts.ts';

/**
 * Checks that every text shown to or read out to people is in the catalogue (packages/messages), so that it can be
 * translated. In the web app's own files, it finds texts between JSX tags, in visible or spoken attributes, properties
 * and calls, and literals that look like a sentence or a label.
 */
const root = join(import.meta.dirname, '..');

/** Attributes and properties with visible or spoken text. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|label|title|heading|hint|description|placeholder|helperText|text|message|\w+(Label|Title|Text))$/;

/** Attributes and properties without visible or spoken text. */
const SILENT =
  /^(className|sx|style|key|id|data-\w[\w-]*|d|viewBox|points|transform|href|to|src|type|role|tagTypes|addTagTypes|providesTags|invalidatesTags|authorization)$/i;

/** Calls with visible or spoken text. */
const SPOKEN_CALLS = /^((.*\.)?notices\.\w+|announce|alert|confirm)$/;

/** Calls with text for developers or protocols. */
const FOR_DEVELOPERS =
  /^((\w*\.)?(Error|TypeError|RangeError|DOMException)|console\.\w+|invariant|headers\.set|\w+\.setHeader)$/;

/** At least two letters in a row. */
const WORD = /[A-Za-z]{2}/;

/** A capitalized word, or several words. */
const LABEL = /^[A-Z][a-z]|[A-Za-z]{2} [A-Za-z]/;

/** A capitalized word alone or with punctuation, or the start of a sentence. */
const SENTENCE = /^(A|I|[A-Z][\w’']+)[,:]? [A-Za-z0-9…]|^[A-Z][a-z]+[.!?…]?$/;

/** Capitalized names in code: API cache tags, keyboard keys, a banner, an error. */
const NAMES =
  /^(Account|Archive|Captions|Connections|Links|News|Notes|Notifications|Prompts|Questions|Shares|Site|Stewards|Uploads|User|Videos|Delete|End|Enter|Escape|Home|Tab|Flowers|Error)$/;

/** Several lower-case words. */
const PHRASE = /(^|[ …])[a-z]+ [a-z]+( [a-z]+|[.!?])/;

/** Where a literal is used: certainly visible, in a property that is probably visible, or elsewhere. */
type Place = 'shown' | 'property' | 'code';

/** A syntax tree node; only the parts used here. */
type Node = { type: string; start: number; end: number; [key: string]: unknown };

type Part = [node: Node | null, place: Place];

/** @returns a line for each literal text of a file */
export function literalTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found = new Set<string>();
  const visit = (node: Node | null, place: Place): void => {
    if (!node) return;
    const text = textOf(node);
    if (text !== null && isShown(text, place, node)) {
      found.add(`${path}:${source.slice(0, node.start).split('\n').length}: ${text.replace(/\s+/g, ' ').trim()}`);
    }
    for (const part of partsOf(node, place, source)) visit(...part);
  };
  visit(program as unknown as Node, 'code');
  return [...found];
}

/** The text of a literal, with … for template values; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join('…');
  }
  const isText = node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string');
  return isText ? (node.value as string) : null;
}

function isShown(text: string, place: Place, { type }: Node): boolean {
  if (place === 'shown') return WORD.test(text);
  return (
    (place === 'property' && LABEL.test(text)) ||
    (SENTENCE.test(text) && !NAMES.test(text) && !text.startsWith('Bearer ')) ||
    (type === 'TemplateLiteral' && PHRASE.test(text))
  );
}

/** The parts of a node that may contain texts, and their place. */
function partsOf(node: Node, place: Place, source: string): Part[] {
  const part = (key: string, at: Place): Part => [node[key] as Node | null, at];
  const all = (key: string, at: Place) => (node[key] as (Node | null)[]).map((one): Part => [one, at]);
  const sourceOf = ({ start, end }: Node) => source.slice(start, end);
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [part('openingElement', 'code'), ...all('children', 'shown')];
    case 'JSXOpeningElement':
      // The label of a metadata track is for scripts.
      return sourceOf(node).includes('kind="metadata"') ? [] : all('attributes', 'code');
    case 'JSXAttribute': {
      const name = sourceOf(node.name as Node);
      return SILENT.test(name) ? [] : [part('value', SPOKEN.test(name) ? 'shown' : 'code')];
    }
    case 'Property': {
      const key = node.key as Node;
      const name = key.type === 'Literal' ? String(key.value) : sourceOf(key);
      return SILENT.test(name) ? [] : [part('value', SPOKEN.test(name) ? 'property' : 'code')];
    }
    case 'CallExpression':
    case 'NewExpression': {
      const callee = sourceOf(node.callee as Node);
      if (FOR_DEVELOPERS.test(callee)) return [];
      return [part('callee', 'code'), ...all('arguments', SPOKEN_CALLS.test(callee) ? 'property' : 'code')];
    }
    case 'ConditionalExpression':
      return [part('test', 'code'), part('consequent', place), part('alternate', place)];
    case 'LogicalExpression':
      return [part('left', node.operator === '&&' ? 'code' : place), part('right', place)];
    case 'BinaryExpression':
      // Other operators do not combine texts.
      return node.operator === '+' ? [part('left', place), part('right', place)] : [];
    case 'TemplateLiteral':
      return all('expressions', place);
    case 'ArrayExpression':
      return all('elements', place);
    case 'ArrowFunctionExpression':
      return [part('body', (node.body as Node).type === 'BlockStatement' ? 'code' : place)];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return [part('expression', place)];
    case 'MemberExpression':
      return [part('object', 'code')];
    case 'SwitchCase':
      return all('consequent', 'code');
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return [];
  }
  if (node.type.startsWith('TS')) return [];
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
    .map((child) => [child, 'code']);
}

/** Tests, prompts (content stored in the database), and errors that only programs read. */
const NOT_SERVER_TEXTS =
  /\.test\.ts$|\.test-suite\.ts$|\/(testing|conformance|fixtures|authorize)\/|\/(prompts\.seed|demo-video)\.ts$/;

if (import.meta.main) {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .sort();
  const serverFiles = globSync('{packages/{brand,contracts,mailer},apps/{identity,server}}/src/**/*.ts', { cwd: root })
    .filter((path) => !NOT_SERVER_TEXTS.test(path))
    .sort();
  const found = [
    ...files.flatMap((path) => literalTexts(path, readFileSync(join(root, path), 'utf8'))),
    ...serverFiles.flatMap((path) => serverTexts(path, readFileSync(join(root, path), 'utf8'))),
  ];
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(`${found.length} texts are not in the catalogue. Please move them to packages/messages/src/en.`);
    process.exit(1);
  }
  console.log('All texts for people are in the catalogue.');
}
