import type { BannerName } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { UserRow } from '../profile/profile.table.ts';
import { setBanner } from './banners.queries.ts';

/** Sets the banner of a person's profile. @throws DomainError profile.missing */
export async function chooseBanner(db: Db, userId: string, banner: BannerName): Promise<UserRow> {
  const row = await setBanner(db, userId, banner);
  if (!row) throw new DomainError('profile.missing');
  return row;
}
