import type { BannerName } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { USER_COLUMNS, type UserRow } from './profile.table.ts';

export function setBanner(db: Db, userId: string, banner: BannerName): Promise<UserRow | undefined> {
  return db.updateTable('users').set({ banner }).where('id', '=', userId).returning(USER_COLUMNS).executeTakeFirst();
}
