/** Text of a notice: what happened, and what the user can do. */
export interface NoticeText {
  title: string;
  text?: string;
  /** One more line below the text. */
  note?: string;
  /** Whether a success stays until the person closes it, as errors do. */
  stays?: boolean;
  /** A button below the text. It closes the notice. */
  action?: { label: string; onClick: () => void };
}

/** A queued or visible notice. */
export interface ShownNotice extends NoticeText {
  id: number;
  severity: 'success' | 'error';
}

/** Maximum number of queued notices. */
const MAX_NOTICES = 3;

/**
 * Adds a notice to the stack, whose last entry is shown. A success below it is dropped. An error is shown again when
 * the notices above it have closed; an equal error is kept only once.
 */
export function addNotice(stack: readonly ShownNotice[], notice: ShownNotice): readonly ShownNotice[] {
  const waiting = stack.filter(
    ({ severity, title, text }) => severity === 'error' && !(title === notice.title && text === notice.text),
  );
  return [...waiting, notice].slice(-MAX_NOTICES);
}
