/** Text of a notice: what happened, and what the user can do. */
export interface NoticeText {
  title: string;
  text?: string;
  /** A button below the text. It closes the notice. */
  action?: { label: string; onClick: () => void };
}

/** A notice that waits or is shown. */
export interface ShownNotice extends NoticeText {
  id: number;
  severity: 'success' | 'error';
}

/** Maximum number of notices that wait. */
const MAX_NOTICES = 3;

/**
 * Adds a notice to those that wait. The last one is shown. A success below it has been seen and is dropped; an error comes
 * back when what covers it has closed, and the same one is never there twice.
 */
export function addNotice(stack: readonly ShownNotice[], notice: ShownNotice): readonly ShownNotice[] {
  const waiting = stack.filter(
    ({ severity, title, text }) => severity === 'error' && !(title === notice.title && text === notice.text),
  );
  return [...waiting, notice].slice(-MAX_NOTICES);
}
