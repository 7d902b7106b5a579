const KEY = 'kinreel.answered-people';

/** How many are kept. */
const MAX_KEPT = 20;

type Answered = [promptId: number, personId: string];

/** Notes on this device whose video the user answers with a video of this title, so that the person is preselected. */
export function keepAnswered(promptId: number, personId: string): void {
  try {
    const kept: Answered[] = [[promptId, personId], ...read()];
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MAX_KEPT)));
  } catch {
    // The user chooses the person by hand.
  }
}

/** The person whose video is answered by a video of this title; null if none. */
export function answeredPerson(promptId: number): string | null {
  return read().find(([id]) => id === promptId)?.[1] ?? null;
}

function read(): Answered[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}
