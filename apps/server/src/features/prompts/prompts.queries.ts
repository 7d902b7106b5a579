import type { Prompt } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';

/** Every prompt, in the order of the list; there are fewer than a hundred. */
export function listPrompts(db: Db): Promise<Prompt[]> {
  return db.selectFrom('prompts').select(['id', 'prompt', 'category']).orderBy('position').orderBy('id').execute();
}
