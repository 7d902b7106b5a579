import { type RefObject, useEffect, useRef } from 'react';
import { commandForKey, focusedControl, type PlayerCommand } from '../../shared/player/player-keys.ts';

/** Commands whose keys scroll the page, unless the timeline has the focus. */
const PAGE_KEYS: readonly PlayerCommand[] = ['louder', 'quieter', 'start', 'end'];

/**
 * The keys of the watch view: Space or k, m, c, f, arrows. They work without a focus or with the focus inside `main`,
 * but not in fields, menus and dialogs.
 */
export function useWatchKeys(frame: RefObject<HTMLElement | null>, run: (command: PlayerCommand) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : null;
      if (!target || event.defaultPrevented) return;
      const isHere = target === document.body || frame.current?.closest('main')?.contains(target);
      if (!isHere || target.closest('[role=menu], [role=dialog], textarea, select, [contenteditable]')) return;
      const command = commandForKey(event, focusedControl(target));
      if (!command || PAGE_KEYS.includes(command)) return;
      event.preventDefault();
      latest.current(command);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame]);
}
