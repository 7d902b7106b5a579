import type { ReportReason, ReportSubject } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';

/** A report with the names of the people; the presenter's input. */
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

/** Filter of a list of reports. */
export type ReportState = 'open' | 'closed' | 'all';

export interface NewReport {
  id: string;
  reporterId: string;
  about: ReportSubject;
  reportedId: string;
  videoId: string | null;
  reason: ReportReason;
  words: string;
}

/** The owner of a video that the viewer may see. */
export async function findOwnerOfVisible(db: Db, videoId: string, viewerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('videos as v')
    .select('v.owner_id')
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** Number of reports in the last 24 hours, including closed ones. */
export async function countOfDay(tx: Tx, reporterId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx
    .insertInto('reports')
    .values({
      id: report.id,
      reporter_id: report.reporterId,
      about: report.about,
      reported_id: report.reportedId,
      video_id: report.videoId,
      reason: report.reason,
      words: report.words,
      closed_at: null,
    })
    .execute();
}

function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('users as reported', 'reported.id', 'reports.reported_id')
    .leftJoin('users as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('videos', 'videos.id', 'reports.video_id')
    .leftJoin('prompts', 'prompts.id', 'videos.prompt_id')
    .select([
      'reports.id',
      'reports.about',
      'reports.reason',
      'reports.words',
      'reports.created_at',
      'reports.closed_at',
      'reports.reporter_id',
      'reports.reported_id',
      'reports.video_id',
      'prompts.prompt',
      'reported.first_name as reported_first_name',
      'reported.last_name as reported_last_name',
      'reporter.first_name as reporter_first_name',
      'reporter.last_name as reporter_last_name',
    ]);
}

/** Reports in a state, oldest first. */
export function listReports(db: Db, state: ReportState, limit: number) {
  return selectReports(db)
    .$if(state !== 'all', (query) => query.where('reports.closed_at', state === 'open' ? 'is' : 'is not', null))
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .limit(limit)
    .execute();
}

export function findReport(db: Db, id: string) {
  return selectReports(db).where('reports.id', '=', id).executeTakeFirst();
}

/** @returns false unless there was an open report with this id */
export async function setClosed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('reports')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
