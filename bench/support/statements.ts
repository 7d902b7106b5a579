/**
 * The limits of the list rows: one hand-written statement each, with the same rows and access rules as Kinreel's
 * response. They are sent as named statements, which PostgreSQL plans once.
 */

/** The columns of a video card, for `videos v`. */
const CARD = `v.id, v.owner_id, v.prompt_id, p.prompt, v.permission, v.status, v.progress, v.duration_ms, v.missing_ms,
  v.width, v.height, v.created_at, files.original, files.playback, files.playback_type, files.poster,
  preview.sha256 as preview, r.sha256 as renditions, captions.version as captions`;

const CARD_JOINS = `
  join prompts p on p.id = v.prompt_id
  left join lateral (
    select max(sha256) filter (where kind = 'original') as original, max(sha256) filter (where kind = 'playback') as playback,
      max(content_type) filter (where kind = 'playback') as playback_type, max(sha256) filter (where kind = 'poster') as poster
    from video_files f where f.video_id = v.id) files on true
  left join lateral (select min(sha256) as sha256 from renditions where video_id = v.id) r on true
  left join previews preview on preview.video_id = v.id
  left join captions on captions.video_id = v.id and captions.source = 'person'`;

/** Whether two people are mutually blocked. */
const isBlocked = (one: string, other: string) => `(
  exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
  or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one})
  or exists (select from users where id in (${one}, ${other}) and delete_at is not null))`;

/** Whether viewer $1 may see `videos v` of another person. */
const visible = (owner: string) => `v.status = 'ready' and not ${isBlocked(owner, '$1')} and (
  v.permission = 'everyone'
  or v.permission = (
    select relationship from connections c
    where c.user_lo = least($1, ${owner}) and c.user_hi = greatest($1, ${owner}) and c.status = 'accepted'
      and c.asked_relationship is distinct from 'friend')
  or exists (select from shares s where s.video_id = v.id and s.recipient_id = $1)
  or exists (
    select from link_redemptions o join short_links l on l.id = o.link_id
    where o.user_id = $1 and l.video_id = v.id and l.revoked_at is null and (l.expires_at is null or l.expires_at > now())))`;

/** $1 viewer, $2 owner. */
export const VIDEOS_OF_PERSON = {
  name: 'videos-of-person',
  text: `select ${CARD} from videos v ${CARD_JOINS}
    where v.owner_id = $2::uuid and $1::uuid is not null and ${visible('$2')}
    order by v.created_at desc, v.id desc limit 51`,
};

/** $1 viewer. The viewer has redeemed no link, so only shares count. */
export const SHARED_WITH_ME = {
  name: 'shared-with-me',
  text: `select ${CARD}, s.created_at as shared_on, owner.first_name, owner.last_name, owner.email, owner.email_verified_at
    from shares s
    join videos v on v.id = s.video_id
    join users owner on owner.id = v.owner_id ${CARD_JOINS}
    where s.recipient_id = $1::uuid and v.status = 'ready' and not ${isBlocked('v.owner_id', '$1')}
    order by s.created_at desc, s.video_id desc limit 51`,
};

/** $1 provider, $2 subject: the person and whether their session has ended. */
export const CALLER = {
  name: 'caller',
  text: `select users.*, exists (
      select from session_ends e where e.subject = users.subject and e.provider = users.provider) as ended
    from users where provider = $1 and subject = $2`,
};

const PERSON = 'id, first_name, last_name, city, state, country, photo_key, first_key, last_key';

const found = (viewer: string) => `id <> ${viewer} and not ${isBlocked('u.id', viewer)} and (show_in_search or exists (
  select from connections c where c.user_lo = least(u.id, ${viewer}) and c.user_hi = greatest(u.id, ${viewer}) and c.status = 'accepted'))`;

/** $1 viewer, $2 variants of a misspelt word. */
export const MISSPELT = {
  name: 'misspelt',
  text: `select * from (
      select ${PERSON} from users u where name_forms && $2::text[] and ${found('$1::uuid')} limit 200) found
    order by first_key, last_key, id limit 51`,
};

/** $1 viewer, $2 and $3 the range of a prefix. */
export const PREFIX = {
  name: 'prefix',
  text: `select ${PERSON} from users u where first_key >= $2 and first_key < $3 and ${found('$1::uuid')}
    order by first_key, last_key, id limit 51`,
};
