import type { Survivor } from './survivor.ts';

/** Stewards, site owners, accounts and archives. */
export const STEWARDS: readonly Survivor[] = [];
