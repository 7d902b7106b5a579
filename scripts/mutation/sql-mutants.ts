/** Replaces the source between `start` and `end`, in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A part of a query: a word, a sign, a text or a placeholder with its code. */
interface Token {
  text: string;
  start: number;
  end: number;
}

const COMPARISONS = /^(=|<>|<|>|<=|>=|is|in|like|ilike|~)$/i;

/** What a condition follows. */
const BEFORE_CONDITION = /^(where|and|or|on|not|when|\()$/i;

/** What ends a condition. */
const AFTER_CONDITION = /^(and|or|then|order|group|limit|union|returning|for|join|left|when|else|end|\)|`|;)$/i;

/**
 * Edits of an SQL template: each condition made true (or false, if it is one of several that let in), and locks and
 * orders left out.
 * @param template its code, with the back quotes
 * @returns edits relative to the template's start
 */
export function sqlEdits(template: string): Edit[] {
  const tokens = tokenize(template);
  const edits: Edit[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1]?.text ?? '`';
    const isStart = BEFORE_CONDITION.test(before) || before === '`';
    if (isStart && /^[\w$'(]/.test(token.text)) {
      const end = conditionEnd(tokens, i);
      if (end) edits.push({ start: token.start, end, text: /^or$/i.test(before) ? 'false' : 'true' });
    }
    const next = tokens[i + 1];
    const following = `${token.text} ${next?.text ?? ''}`.toLowerCase();
    if (next && (following === 'for update' || following === 'skip locked')) {
      edits.push({ start: token.start, end: next.end, text: '' });
    }
    if (/^desc$/i.test(token.text)) edits.push({ start: token.start, end: token.end, text: 'asc' });
    if (/^(<|>|<=|>=)$/.test(token.text)) {
      const text = token.text.length === 1 ? `${token.text}=` : (token.text[0] as string);
      edits.push({ start: token.start, end: token.end, text });
    }
    if (/^(greatest|least)$/i.test(token.text)) {
      edits.push({ start: token.start, end: token.end, text: /^g/i.test(token.text) ? 'least' : 'greatest' });
    }
    if (/^distinct$/i.test(token.text) && /^select$/i.test(before)) {
      edits.push({ start: token.start, end: token.end, text: '' });
    }
  });
  return edits;
}

/** Words that begin something else than a condition. */
const OTHER_START = /^(select|insert|update|delete|with|create|drop|set|and|or|order|union)$/i;

/** End of the condition that begins at a token; null if it is none, such as a list of columns. */
function conditionEnd(tokens: readonly Token[], from: number): number | null {
  if (OTHER_START.test((tokens[from] as Token).text)) return null;
  let depth = 0;
  let compares = false;
  for (let i = from; i < tokens.length; i += 1) {
    const { text } = tokens[i] as Token;
    if (depth === 0 && i > from && AFTER_CONDITION.test(text)) break;
    if (depth === 0 && /^(,|as|::)$/i.test(text) && !compares) return null;
    if (depth === 0 && text === ',') break;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && COMPARISONS.test(text)) compares = true;
    const isLast = i + 1 >= tokens.length || (depth === 0 && AFTER_CONDITION.test((tokens[i + 1] as Token).text));
    if (isLast && depth === 0) {
      const first = (tokens[from] as Token).text;
      const isBareCondition = (i === from && first.startsWith('${')) || /^exists$/i.test(first);
      return compares || isBareCondition ? (tokens[i] as Token).end : null;
    }
  }
  return null;
}

function tokenize(template: string): Token[] {
  const tokens: Token[] = [];
  let i = 1;
  const end = template.length - 1;
  while (i < end) {
    const rest = template.slice(i, end);
    const space = /^\s+/.exec(rest);
    if (space) {
      i += space[0].length;
      continue;
    }
    const text = rest.startsWith('${')
      ? placeholder(rest)
      : (/^'[^']*'|^[\w.]+|^::|^<>|^<=|^>=|^\|\||^./.exec(rest)?.[0] ?? '');
    tokens.push({ text, start: i, end: i + text.length });
    i += text.length;
  }
  return tokens;
}

/** The placeholder at the start of a text, to its closing brace. */
function placeholder(text: string): string {
  let depth = 0;
  for (let i = 1; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    if (text[i] === '}') depth -= 1;
    if (depth === 0) return text.slice(0, i + 1);
  }
  return text;
}
