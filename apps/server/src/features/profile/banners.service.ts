import type { BannerName, User } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { setBanner } from './banners.queries.ts';
import { presentUser } from './profile.presenter.ts';

/** Sets the banner of a person's profile. @throws DomainError profile.missing */
export async function chooseBanner(db: Db, userId: string, banner: BannerName): Promise<User> {
  const row = await setBanner(db, userId, banner);
  if (!row) throw new DomainError('profile.missing');
  return presentUser(row);
}
