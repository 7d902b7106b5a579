import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** A control in the accessibility tree. */
export interface Control {
  role: string;
  name: string;
  /** Index among the controls with the same role and name. */
  index: number;
  /** Playwright's reference, valid until the page changes. */
  ref: string;
}

/** Roles of controls to press. */
const PRESSABLE = new Set([
  ...['button', 'link', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'tab', 'option'],
  ...['checkbox', 'radio', 'switch', 'slider'],
]);
/** Roles of controls to type into. */
const TYPABLE = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/**
 * The first line of an element in an accessibility snapshot: `- button "Share" [disabled] [ref=e12] [cursor=pointer]`.
 */
const LINE = /^\s*- '?(?<role>[a-z]+)(?: (?<name>"(?:[^"\\]|\\.)*"))?(?<states>(?: \[[^\]]*\])*)'?(?<rest>:.*)?$/;

/** A control that the snapshot shows without a name. */
const NAMELESS =
  /^(\s*- )(button|link|textbox|checkbox|radio|switch|tab|menuitem|combobox|slider)((?: \[(?!ref)[^\]]*\])* \[ref=([^\]]+)\].*)$/;

/** The accessibility tree of a page as text, with names that the snapshot omits. */
export async function treeOf(page: Page): Promise<string> {
  const tree = await page.ariaSnapshot({ mode: 'ai', timeout: 10_000 });
  const lines = withoutHidden(tree.split('\n')).map(async (line) => {
    const [, start, role, rest, ref = ''] = NAMELESS.exec(line) ?? [];
    if (!role) return line;
    const text = await page
      .getByRef(ref)
      .evaluate(nameOf, undefined, { timeout: 1000 })
      .catch(() => '');
    return text.trim() ? `${start}${role} ${JSON.stringify(text.trim().replaceAll(/\s+/g, ' '))}${rest}` : line;
  });
  return (await Promise.all(lines)).join('\n');
}

/** Runs in the page: the visible text of a control or of its label. */
function nameOf(control: Element): string {
  const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
  const label = control.getAttribute('aria-label') ?? labels.map((one) => one.textContent).join(' ');
  return label || (control instanceof HTMLElement ? control.innerText : '');
}

/** Removes what the page hides from the accessibility tree, such as everything behind a dialog. */
function withoutHidden(lines: readonly string[]): string[] {
  let hiddenFrom = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    const depth = indentOf(line);
    if (depth > hiddenFrom) return false;
    hiddenFrom = line.includes('[aria-hidden]') ? depth : Number.POSITIVE_INFINITY;
    return hiddenFrom === Number.POSITIVE_INFINITY;
  });
}

/** All enabled controls of a tree. */
export function controlsOf(tree: string): Control[] {
  const counts = new Map<string, number>();
  const lines = tree.split('\n');
  return lines.flatMap((line, at): Control[] => {
    const { role = '', name, states = '', rest } = LINE.exec(line)?.groups ?? {};
    const ref = /\[ref=([^\]]+)\]/.exec(states)?.[1];
    if (!ref || /\[(disabled|aria-hidden)\]/.test(states) || !(PRESSABLE.has(role) || TYPABLE.has(role))) return [];
    const own = name ? (JSON.parse(name) as string) : textBelow(lines, at, rest);
    const key = `${role} ${own}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return [{ role, name: own, index, ref }];
  });
}

/** The text inside a control, for controls without a name. */
function textBelow(lines: readonly string[], at: number, rest = ''): string {
  const depth = indentOf(lines[at] ?? '');
  const words = [rest.replace(/^: ?/, '')];
  for (let next = at + 1; next < lines.length && indentOf(lines[next] ?? '') > depth; next += 1) {
    const line = lines[next] ?? '';
    words.push(/"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? /: (.*)$/.exec(line)?.[1] ?? '');
  }
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, 120);
}

const indentOf = (line: string) => line.length - line.trimStart().length;

export const isTypable = ({ role }: Control) => TYPABLE.has(role);

/** Controls that end the account or the session. Pressed too often, a walk would only see the login. */
const ENDS = /log ?out|delete my account|delete account|leave kinreel/i;

/**
 * Chooses a control by a number. The choice depends on names, not on positions, so a shortened walk mostly chooses the
 * same controls. Controls that were pressed often on this page, or that end the session, are chosen less often.
 * @param pressed number of presses per control, by `keyOf`
 */
export function choose(
  controls: readonly Control[],
  address: string,
  number: number,
  pressed: Map<string, number>,
): Control | undefined {
  const rank = (control: Control) => {
    const key = keyOf(control, address);
    const hash = createHash('md5').update(`${number} ${key} ${control.index}`).digest().readUInt32LE(0) / 2 ** 32;
    const weight = (ENDS.test(control.name) ? 0.05 : 1) / (1 + (pressed.get(key) ?? 0)) ** 2;
    return -Math.log(1 - hash) / weight;
  };
  return controls.map((control) => ({ control, at: rank(control) })).toSorted((a, b) => a.at - b.at)[0]?.control;
}

/**
 * Key of a control: kind of page, role and name, without ids and dates. The same button may do something else on
 * another page.
 */
export function keyOf({ role, name }: Pick<Control, 'role' | 'name'>, address: string): string {
  const page = URL.parse(address)?.pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id') ?? '';
  return `${page} ${role} ${name.replace(/: .*/, '').replaceAll(/\d+/g, '0')}`;
}
