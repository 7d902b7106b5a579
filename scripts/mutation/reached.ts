import { parseSync, visitorKeys } from 'oxc-parser';

/** The part of a file that is one function, in UTF-16 units. */
interface Part {
  start: number;
  end: number;
}

/** A file that says which of its functions are called. */
export interface Marked {
  /** The file with a call of `globalThis.kinreelReached?.(place)` at the start of each function. */
  source: string;
  /** The functions; a mark has the place of its function in this list. */
  functions: readonly Part[];
}

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tree is read by the names of its properties
  [key: string]: any;
}

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Marks the functions of a file, so that one run of its tests shows which test reaches which function. */
export function withMarks(path: string, source: string): Marked {
  const functions: Part[] = [];
  const inserts: { at: number; text: string }[] = [];
  const visit = (node: Node): void => {
    if (FUNCTION.test(node.type) && node.body) {
      const { start, end, body } = node;
      const mark = `globalThis.kinreelReached?.(${functions.length})`;
      functions.push({ start, end });
      if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: `${mark};` });
      else inserts.push({ at: body.start, text: `(${mark}, ` }, { at: body.end, text: ')' });
    }
    for (const key of visitorKeys[node.type as keyof typeof visitorKeys] ?? []) {
      const child = node[key] as Node | (Node | null)[] | null;
      for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one);
    }
  };
  visit(parseSync(path, source).program as unknown as Node);
  let marked = source;
  // From the end, so that the places before stay right.
  for (const { at, text } of inserts.toSorted((a, b) => b.at - a.at)) {
    marked = marked.slice(0, at) + text + marked.slice(at);
  }
  return { source: marked, functions };
}

/** The place of the innermost function around a change; -1 outside of all. */
export function functionAt(functions: readonly Part[], at: number): number {
  // An inner function comes after the one around it.
  return functions.findLastIndex(({ start, end }) => start <= at && at < end);
}
