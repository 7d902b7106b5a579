/** Seconds that the buttons and arrow keys seek. */
export const SEEK_STEP_SECONDS = 10;

/** Commands of the player's keyboard shortcuts. */
export type PlayerCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'captions'
  | 'full-screen'
  | 'slower'
  | 'faster'
  | 'start'
  | 'end';

const COMMANDS: Record<string, PlayerCommand> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
  m: 'mute',
  c: 'captions',
  f: 'full-screen',
  '<': 'slower',
  '>': 'faster',
  Home: 'start',
  End: 'end',
};

/** Keys that a focused button or slider handles itself. */
const BUTTON_KEYS = [' ', 'Enter'];
const SLIDER_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The command for a key; null if there is none or the focused control handles the key. */
export function commandForKey({ key, altKey, ctrlKey, metaKey }: Key, focused: 'button' | 'slider' | null) {
  if (altKey || ctrlKey || metaKey) return null;
  if (focused === 'button' && BUTTON_KEYS.includes(key)) return null;
  if (focused === 'slider' && SLIDER_KEYS.includes(key)) return null;
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** The kind of the focused control, if it handles keys itself. */
export function focusedControl(target: Element): 'button' | 'slider' | null {
  if (target.closest('media-time-range, media-volume-range')) return 'slider';
  return target.closest('button, [role=button], a, input') ? 'button' : null;
}

/** Playback rates to choose from. */
export const SPEEDS = [0.75, 1, 1.25, 1.5] as const;
export type Speed = (typeof SPEEDS)[number];

/** The next speed in this direction; unchanged at either end. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed;
}
