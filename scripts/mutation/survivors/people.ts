import type { Survivor } from './survivor.ts';

/** People and what is between them: connections, shares, links, invitations, notifications. */
export const PEOPLE: readonly Survivor[] = [];
