import { type Kysely, sql } from 'kysely';

/**
 * Failures are stored as a code with parameters instead of an English sentence. `preparation` counts the preparations
 * of a video, so that a late attempt cannot change the result of a newer one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column status_code text,
      add column status_params jsonb not null default '{}',
      add column preparation integer not null default 1;
    update videos set status_code = case status_reason
      when 'This file has sound but no picture. Please choose a video.' then 'no_picture'
      when 'This video is too long.' then 'too_long'
      when 'This file seems to be damaged, so it cannot be played. If you have another copy, please try that one.'
        then 'damaged'
      when 'We cannot read this kind of video. Saved as MP4, it will work.' then 'unsupported'
      when 'We cannot show this video here. An MP4 file made by a phone works; if this is one, it may be damaged.'
        then 'needs_converter'
      when 'This video is too large for us to prepare. A smaller version of it will work.' then 'too_demanding'
      when 'A file of this video is missing, so it cannot be played. Please upload the video again.' then 'file_missing'
      else 'other' end
    where status = 'failed';
    alter table videos drop column status_reason;

    alter table caption_drafts
      add column failure_code text,
      add column failure_params jsonb not null default '{}';
    update caption_drafts set failure_code = case reason
      when 'There is no sound in this video that the computer could listen to.' then 'no_sound'
      when 'The computer heard no words in this video.' then 'no_speech'
      when 'Listening to this video took too long.' then 'too_long'
      else 'other' end
    where reason is not null;
    alter table caption_drafts drop column reason;
  `.execute(db);
}
