import { DomainError } from '../../platform/http/errors.ts';

/** Only the owner may change a profile. Undefined ids are ignored. @throws DomainError profile.not_yours */
export function requireSelf(callerId: string, ...ids: (string | undefined)[]): void {
  if (ids.some((id) => id !== undefined && id !== callerId)) throw new DomainError('profile.not_yours');
}
