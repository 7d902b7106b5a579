import { DomainError } from '../../platform/errors.ts';

/** Profiles are changed by their owners alone. Ids that were not sent do not count. @throws DomainError profile.not_yours */
export function requireSelf(callerId: string, ...ids: (string | undefined)[]): void {
  if (ids.some((id) => id !== undefined && id.toLowerCase() !== callerId)) throw new DomainError('profile.not_yours');
}
