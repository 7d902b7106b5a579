import type { Device } from '@kinreel/contracts';
import type { IdentitySession } from '../../platform/auth/identity.ts';

/** A session as the contract has it. */
export function presentDevice(session: IdentitySession): Device {
  const { id, browser, system, current, created_at, last_used_at } = session;
  return { id, browser, system, current, created_at, last_used_at };
}
