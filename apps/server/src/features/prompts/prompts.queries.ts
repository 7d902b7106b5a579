import type { Prompt } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';

/** All prompts in display order; there are fewer than 100. */
export function listPrompts(db: Db): Promise<Prompt[]> {
  return db.selectFrom('prompts').select(['id', 'prompt', 'category']).orderBy('position').orderBy('id').execute();
}
