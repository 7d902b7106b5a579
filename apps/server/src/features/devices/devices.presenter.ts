import type { Device } from '@kinreel/contracts';
import type { IdentitySession } from '../../platform/auth/identity.ts';

/** A session in the form of the contract. */
export function presentDevice(session: IdentitySession): Device {
  const { id, browser, system, current, created_at, last_used_at } = session;
  return { id, browser, system, current, created_at, last_used_at };
}
