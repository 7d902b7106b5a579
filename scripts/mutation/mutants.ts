import { parseSync, visitorKeys } from 'oxc-parser';
import { type Edit, sqlEdits } from './sql-mutants.ts';

/** A small change of a file that a test should notice. */
export interface Mutant {
  /** Line number of the change, from 1. */
  line: number;
  /** The line, trimmed: it finds the mutant again when lines have moved. */
  code: string;
  /** What is changed, in short: `a < b → a <= b`. */
  change: string;
  /** Where the change begins in the file, in UTF-16 units. */
  at: number;
  /** The complete file with the change. */
  source: string;
}

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tree is read by the names of its properties
  [key: string]: any;
}

/** Boundaries and opposites. */
const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
};

/** Calls in a chain that may be forgotten: conditions of queries, and what makes values safe or equal. */
const REMOVABLE_CALLS =
  /^(where|whereRef|having|on|onRef|forUpdate|skipLocked|orderBy|limit|toLowerCase|toUpperCase|trim|normalize|replace|replaceAll|slice|subarray|filter|check|refine|update|max|min)$/;

/** Calls with the names of columns that are read. */
const TYPED_COLUMNS = /^(select|returning)$/;

const OPPOSITE_CALLS: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' };

/** Properties that document or log, and change nothing for anybody. */
const SILENT_PROPERTIES =
  /^(schema|summary|description|tags|consumes|produces|err|cause|highWaterMark|recursive|signal)$/;

/** Statements that log. */
const LOGGING = /^(await )?([\w.]+\.)?(log|console)\.\w+\(/;

/** Numbers that are not rules but times and sizes of work. */
const FREE_NUMBERS = /(_MS|_SECONDS|BUFFER\w*|Timeout|timeoutDuration|cooldownDuration|timeout|mode|maxBuffer)$/;

/**
 * All mutants of a file.
 * @param path decides the syntax (`.ts` or `.tsx`)
 * @param only only changes of code that matches
 */
export function mutantsOf(path: string, source: string, only?: RegExp): Mutant[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const edits: Edit[] = [];
  visit(program as unknown as Node, null, source, (edit) => edits.push(edit));
  const known = new Set<string>();
  return edits
    .map((edit) => mutant(source, edit))
    .filter((one) => {
      if (one.source === source || known.has(one.source)) return false;
      known.add(one.source);
      return (!only || only.test(`${one.code} ${one.change}`)) && parseSync(path, one.source).errors.length === 0;
    })
    .sort((a, b) => a.line - b.line);
}

function mutant(source: string, { start, end, text }: Edit): Mutant {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', start);
  return {
    line: source.slice(0, start).split('\n').length,
    code: source.slice(from, to < 0 ? undefined : to).trim(),
    change: `${short(source.slice(start, end))} → ${short(text) || 'nothing'}`,
    at: start,
    source: source.slice(0, start) + text + source.slice(end),
  };
}

function short(text: string): string {
  const words = String(text).replace(/\s+/g, ' ').trim();
  return words.length > 70 ? `${words.slice(0, 45)} … ${words.slice(-20)}` : words;
}

type Found = (edit: Edit) => void;

/** Walks the tree and finds the edits of each node. */
function visit(node: Node, parent: Node | null, source: string, found: Found): void {
  if (/^(TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
  const code = (one: Node) => source.slice(one.start, one.end);
  if (node.type === 'ExpressionStatement' && LOGGING.test(code(node))) return;
  if (node.type === 'Property' && SILENT_PROPERTIES.test(code(node.key))) return;
  const replace = (one: Node, text: string) => found({ start: one.start, end: one.end, text });
  MUTATIONS[node.type]?.(node, { parent, code, replace, found, source });
  for (const key of visitorKeys[node.type as keyof typeof visitorKeys] ?? []) {
    const child = node[key] as Node | (Node | null)[] | null;
    for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one, node, source, found);
  }
}

interface Tools {
  parent: Node | null;
  code: (node: Node) => string;
  replace: (node: Node, text: string) => void;
  found: Found;
  source: string;
}

const MUTATIONS: Record<string, (node: Node, tools: Tools) => void> = {
  IfStatement(node, { replace }) {
    replace(node.test, 'false');
    if (!leaves(node.consequent)) replace(node.test, 'true');
  },
  ConditionalExpression(node, { code, replace }) {
    replace(node, `(${code(node.consequent)})`);
    replace(node, `(${code(node.alternate)})`);
  },
  LogicalExpression(node, { parent, code, replace }) {
    // A default that means "none" changes only the kind of nothing.
    if (node.operator === '??' && /^(null|undefined|0|''|\{\}|\[\]|false)$/.test(code(node.right))) return;
    // Of `a && b && c` each is left out once.
    if (parent?.type === 'LogicalExpression' && parent.operator === node.operator) return;
    const operands = operandsOf(node, node.operator);
    for (const one of operands) {
      const others = operands.filter((other) => other !== one);
      replace(node, `(${others.map(code).join(` ${node.operator} `)})`);
    }
  },
  BinaryExpression(node, { parent, code, replace, source, found }) {
    const other = OPERATORS[node.operator as string];
    const isText = node.operator === '+' && /['"`]/.test(code(node));
    if (!other || isText) return;
    // The condition itself is replaced.
    if (/^[!=]==$/.test(node.operator) && /^(If|Conditional|Logical)/.test(parent?.type ?? '')) return;
    const at = source.indexOf(node.operator, node.left.end);
    found({ start: at, end: at + node.operator.length, text: other });
    if (/^[<>]/.test(node.operator)) replace(node, node.operator.startsWith('<') ? 'true' : 'false');
  },
  UnaryExpression(node, { parent, code, replace }) {
    if (node.operator === '!' && !/^(If|Conditional|Logical)/.test(parent?.type ?? ''))
      replace(node, code(node.argument));
  },
  ExpressionStatement(node, { parent, replace, found, code }) {
    if (node.directive) return;
    replace(node, ';');
    const body = (parent?.body ?? []) as Node[];
    const next = Array.isArray(body) ? body[body.indexOf(node) + 1] : undefined;
    const isAwait = (one?: Node) => one?.type === 'ExpressionStatement' && one.expression.type === 'AwaitExpression';
    if (next && isAwait(node) && isAwait(next)) {
      found({ start: node.start, end: next.end, text: `${code(next)}\n${code(node)}` });
    }
  },
  ThrowStatement(node, { parent, replace }) {
    // The only statement of an `if` is removed with its condition.
    if (parent?.type !== 'IfStatement') replace(node, ';');
  },
  ArrayExpression(node, { parent, found, code }) {
    // Words of a command that belong together are left out together.
    if (parent?.type === 'SpreadElement') return;
    // The type check sees which columns are missing.
    if (parent?.type === 'CallExpression' && TYPED_COLUMNS.test(parent.callee.property?.name ?? '')) return;
    for (const element of node.elements as (Node | null)[]) if (element) found(removed(element, node, code));
  },
  ObjectExpression(node, { parent, found, code }) {
    // Options of a call. The type check sees what is missing in results.
    if (!/^(CallExpression|NewExpression|Property|TSAsExpression)$/.test(parent?.type ?? '')) return;
    for (const property of node.properties as Node[]) {
      const name = property.key ? code(property.key) : '';
      const isFunction = /Function/.test(property.value?.type ?? '');
      if (!SILENT_PROPERTIES.test(name) && !isFunction) found(removed(property, node, code));
    }
  },
  CallExpression(node, { found, source }) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed) return;
    const name = callee.property.name as string;
    if (REMOVABLE_CALLS.test(name) && !/^(Math|z)$/.test(source.slice(callee.object.start, callee.object.end))) {
      found({ start: callee.object.end, end: node.end, text: '' });
    }
    const other = OPPOSITE_CALLS[name];
    if (other && (name !== 'min' && name !== 'max' ? true : callee.object.name === 'Math')) {
      found({ start: callee.property.start, end: callee.property.end, text: other });
    }
  },
  Literal(node, { parent, replace, source }) {
    if (typeof node.value === 'boolean' && parent?.type !== 'TSLiteralType') replace(node, String(!node.value));
    // Octal numbers are modes of files.
    if (typeof node.value === 'number' && !/^0o/.test(node.raw)) {
      // 1024, 60 and 1000 in a product are units.
      if (/^[*/]$/.test(parent?.operator ?? '') && node.end === parent?.right?.end) return;
      const isCompared = /^[<>]/.test(parent?.operator ?? '');
      const before = source.slice(source.lastIndexOf('\n', node.start) + 1, node.start);
      const name = /([\w]+)( =|:)[^=:]*$/.exec(before)?.[1] ?? '';
      if (FREE_NUMBERS.test(name) || (node.value <= 1 && !isCompared) || node.value === 1000) return;
      replace(node, node.value === 0 ? '1' : String(node.value * 10));
    }
    if (node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      if (pattern.startsWith('^')) replace(node, `/${pattern.slice(1)}/${flags}`);
      if (/[^\\]\$$/.test(pattern)) replace(node, `/${pattern.slice(0, -1)}/${flags}`);
    }
  },
  TaggedTemplateExpression(node, { code, found }) {
    if (!/^sql/.test(code(node.tag))) return;
    const { start } = node.quasi;
    for (const edit of sqlEdits(code(node.quasi))) {
      found({ start: start + edit.start, end: start + edit.end, text: edit.text });
    }
  },
};

/** Whether a statement only throws or returns, so that its `if` is a guard: made always true it is noticed by any test. */
function leaves(statement: Node): boolean {
  const only = statement.type === 'BlockStatement' ? statement.body[0] : statement;
  return only?.type === 'ThrowStatement' || only?.type === 'ReturnStatement';
}

/** The operands of `a && b && c`. */
function operandsOf(node: Node, operator: string): Node[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)];
}

/** Removes an element with its comma. */
function removed(element: Node, list: Node, code: (node: Node) => string): Edit {
  const whole = code(list);
  const after = /^\s*,/.exec(whole.slice(element.end - list.start));
  if (after) return { start: element.start, end: element.end + after[0].length, text: '' };
  const before = /,\s*$/.exec(whole.slice(0, element.start - list.start));
  return { start: element.start - (before?.[0].length ?? 0), end: element.end, text: '' };
}
