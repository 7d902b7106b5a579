import {
  NOTES_VISIBILITIES,
  type NotesVisibility,
  PERMISSIONS,
  type Permission,
  RELATIONSHIPS,
  type Relationship,
  STEWARD_RULES,
  type StewardRule,
} from '@kinreel/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashLinkCode } from '../../platform/auth/link-code.ts';
import {
  logIn,
  loginAs,
  PROFILE,
  signUp,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import fc from '../../testing/property.ts';
import { prepareStoredVideo, receivedUpload, storedContent, storedVideo } from '../../testing/stored-video.ts';
import { writeSiteInvitationMail } from '../invitations/site-invitations.service.ts';
import { advanceStewardships } from '../stewards/look-after.service.ts';

/**
 * Runs random sequences of actions (connections, permissions, trims, shares, links, invitations, blocks, stewards,
 * questions, answers) on the server and on a model in memory that shares no code with it. After each step, lists,
 * single reads and bytes of every person are compared. `MODEL_RUNS=1000 npx vitest run model` for a long run.
 */
const RUNS = Number(process.env.MODEL_RUNS || 2);
const STEPS = 28;
const PEOPLE = 3;

/** Listed prompts, and prompts in one's own words. */
const LISTED = [26, 27];
const WORDS = ['Who taught you to bake?', 'What is that behind the door?'];
/** Length of each video in milliseconds, as the server stores it. */
const LENGTH_MS = 20_000;
const TRIM_END = 12;

const clip = await mediaBytes('clip.mp4');

let server: TestServer;
let people: TestPerson[];
/** Has an account without a profile, and registers with invitations. */
let newcomer: Awaited<ReturnType<typeof signUp>>;
beforeAll(async () => {
  server = await startTestServer();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => loginAs(server)));
  newcomer = await signUp();
  server.deps.config.registration = { mode: 'invited', fixed: true };
});
afterAll(() => server?.stop());

const ACTIONS = [
  'ask',
  'accept',
  'change',
  'disconnect',
  'upload',
  'permit',
  'seal',
  'trim',
  'prepared',
  'share',
  'leave',
  'stop sharing',
  'link',
  'visit',
  'revoke',
  'expire',
  'delete',
  'block',
  'unblock',
  'rule',
  'note',
  'remove note',
  'heart',
  'take heart',
  'show notes',
  'see',
  'watch',
  'show watching',
  'look after',
  'begin to leave',
  'ask question',
  'ask question',
  'put away',
  'withdraw',
  'answer',
  'answer',
  'answer link',
  'end answer link',
  'put away by link',
  'answer by link',
  'take answer back',
  'invite',
  'mail again',
  'cancel',
  'decline',
  'open invitation',
  'join',
] as const;

/** Who does what; `at` selects one of the existing things, and `to` is the other person. */
interface Step {
  action: (typeof ACTIONS)[number];
  by: number;
  to: number;
  at: number;
  relationship: Relationship;
  permission: Permission;
  permanent: boolean;
  rule: StewardRule;
  visibility: NotesVisibility;
}

const step = fc.record({
  action: fc.constantFrom(...ACTIONS),
  by: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  at: fc.nat(5),
  relationship: fc.constantFrom(...RELATIONSHIPS),
  permission: fc.constantFrom(...PERMISSIONS),
  permanent: fc.boolean(),
  rule: fc.constantFrom(...STEWARD_RULES),
  visibility: fc.constantFrom(...NOTES_VISIBILITIES),
});

interface Bond {
  id: string;
  requester: number;
  addressee: number;
  relationship: Relationship;
  accepted: boolean;
  asked: { by: number; relationship: Relationship } | null;
}
interface ModelVideo {
  id: string;
  owner: number;
  permission: Permission;
  /** Scheduled. */
  sealed: boolean;
  /** Being prepared again after a trim. */
  preparing: boolean;
  /** Seconds; null: not trimmed. */
  trimmedAt: number | null;
  promptId: number;
  sharedWith: Set<number>;
  /** What stewards may do with it, and to whom they may give it. */
  rule: StewardRule;
  named: Set<number>;
  given: Set<number>;
  notesVisibility: NotesVisibility;
  hearts: Set<number>;
  /** Who has marked it as seen, or watched it. */
  seenBy: Set<number>;
  watchedBy: Set<number>;
}
interface Link {
  code: string;
  video: ModelVideo;
  permanent: boolean;
  active: boolean;
  visitors: Set<number>;
}
interface Note {
  id: string;
  video: ModelVideo;
  writer: number;
}
interface Question {
  id: string;
  asker: number;
  person: number;
  promptId: number;
  /** Of its prompt. */
  words: string | null;
  /** Seconds from the start of the original. */
  moment: { video: ModelVideo; at: number } | null;
  answered: boolean;
  answer: ModelVideo | null;
  withdrawn: boolean;
  putAway: boolean;
}
interface AnswerLink {
  code: string;
  question: Question;
  ended: boolean;
  /** After it has published an answer. */
  takeBackCode: string;
  answer: ModelVideo | null;
}
/** An invitation to register and connect: a mail for one person, or a link for several. */
interface Invitation {
  id: string;
  code: string;
  owner: number;
  email: string | null;
  relationship: Relationship;
  /** Neither cancelled nor declined. */
  open: boolean;
}

class Model {
  bonds: Bond[] = [];
  videos: ModelVideo[] = [];
  links: Link[] = [];
  notes: Note[] = [];
  invitations: Invitation[] = [];
  questions: Question[] = [];
  answerLinks: AnswerLink[] = [];
  /** Blocks as "blocker blocked", such as "0 1". */
  blocks = new Set<string>();
  /** Who does not let owners see what they watched. */
  watchesSecretly = new Set<number>();
  /** Whose account will be deleted. */
  leaving: number | null = null;
  /** Started stewardships. */
  stewards: { steward: number; owner: number }[] = [];

  /** Deletes everything between the two. */
  part(a: number, b: number): void {
    this.bonds = this.bonds.filter((bond) => !(has(bond, a) && has(bond, b)));
    for (const [owner, viewer] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const one of this.videos.filter((video) => video.owner === owner)) {
        for (const people of [one.sharedWith, one.named, one.given]) people.delete(viewer);
      }
    }
  }

  /** Decision 0035: each request of an owner cancels what stewards have started. */
  live(who: number): void {
    this.stewards = this.stewards.filter(({ owner }) => owner !== who);
    for (const video of this.videos) if (video.owner === who) video.given.clear();
  }

  looksAfter(video: ModelVideo, viewer: number): boolean {
    const isSteward = this.stewards.some(({ steward, owner }) => steward === viewer && owner === video.owner);
    return isSteward && (video.rule === 'watch' || video.rule === 'give');
  }

  /** Whether one has blocked the other or is leaving. */
  hidden(a: number, b: number): boolean {
    if (this.leaving !== null && a !== b && [a, b].includes(this.leaving)) return true;
    return this.blocks.has(`${a} ${b}`) || this.blocks.has(`${b} ${a}`);
  }

  between(a: number, b: number): Bond | undefined {
    return a === b ? undefined : this.bonds.find((bond) => has(bond, a) && has(bond, b));
  }

  connected(a: number, b: number): Bond | undefined {
    const bond = this.between(a, b);
    return bond?.accepted ? bond : undefined;
  }

  visited(video: ModelVideo, viewer: number): boolean {
    return this.links.some((link) => link.video === video && link.active && link.visitors.has(viewer));
  }

  /**
   * VID-05; decision 0011: a requested change to friends immediately hides what the family sees; decision 0021: blocks.
   */
  maySee(video: ModelVideo, viewer: number): boolean {
    if (video.owner === viewer) return true;
    if (video.sealed || video.preparing) return false;
    if (this.hidden(video.owner, viewer)) return false;
    if (video.permission === 'everyone') return true;
    if (video.sharedWith.has(viewer) || this.visited(video, viewer)) return true;
    if (this.looksAfter(video, viewer) || video.given.has(viewer)) return true;
    const bond = this.connected(video.owner, viewer);
    return bond?.relationship === video.permission && bond.asked?.relationship !== 'friend';
  }
}

/** The asked person sees the question and can answer it. */
function isWaiting(model: Model, { asker, person, ...question }: Question): boolean {
  const isDone = question.answered || question.withdrawn || question.putAway;
  return !isDone && model.connected(asker, person) !== undefined && !model.hidden(asker, person);
}

/** The moment of a question, if both people may see it. */
function momentOf(model: Model, { asker, person, moment }: Question): { video_id: string; at: number } | null {
  if (!moment || !model.maySee(moment.video, asker) || !model.maySee(moment.video, person)) return null;
  const { id, trimmedAt } = moment.video;
  const at = moment.at - (trimmedAt ?? 0);
  const length = trimmedAt === null ? LENGTH_MS / 1000 : TRIM_END - trimmedAt;
  return at < 0 || at > length ? null : { video_id: id, at };
}

/** What the page of an answer link says. */
function stateOf(model: Model, { question, ended, answer }: AnswerLink): string {
  if (!ended && isWaiting(model, question)) return 'open';
  if (question.answered) return answer && !model.videos.includes(answer) ? 'deleted' : 'answered';
  return question.withdrawn ? 'taken-back' : 'ended';
}

/** Whether the person may publish a video with this prompt. */
function mayAnswer(model: Model, who: number, promptId: number): boolean {
  return (
    LISTED.includes(promptId) ||
    model.videos.some((video) => video.owner === who && video.promptId === promptId) ||
    model.questions.some(
      (one) => one.promptId === promptId && (one.asker === who || (one.person === who && isWaiting(model, one))),
    )
  );
}

/** Whether the video is new for the viewer: of a connected person, or shared with them or given to them. */
function isNewFor(model: Model, video: ModelVideo, viewer: number): boolean {
  if (video.owner === viewer || video.seenBy.has(viewer) || !model.maySee(video, viewer)) return false;
  if (video.sharedWith.has(viewer) || video.given.has(viewer)) return true;
  const bond = model.connected(video.owner, viewer);
  return bond !== undefined && (video.permission === 'everyone' || video.permission === bond.relationship);
}

/** Whether the viewer of the video sees the note or heart of this person. */
function showsWords(model: Model, video: ModelVideo, viewer: number, person: number): boolean {
  if (video.notesVisibility === 'nobody') return false;
  if (person === viewer) return true;
  if (model.hidden(person, viewer) || model.hidden(person, video.owner)) return false;
  return video.notesVisibility === 'viewers' || video.owner === viewer;
}

const has = ({ requester, addressee }: Bond, who: number) => requester === who || addressee === who;
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const headersOf = (who: number) => (people[who] as TestPerson).headers;
const idOf = (who: number) => (people[who] as TestPerson).id;

/** When the current tokens were issued, by `performance.now()`. */
let loggedInAt = performance.now();

/** A long run takes longer than the lifetime of a token. */
async function renewTokens(): Promise<void> {
  if (performance.now() - loggedInAt < 5 * 60_000) return;
  loggedInAt = performance.now();
  people = await Promise.all(people.map(async (one) => ({ ...one, ...(await logIn(one)) })));
  newcomer = { ...newcomer, ...(await logIn(newcomer)) };
}

async function call(by: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  return server.app.inject({ method, url, headers: headersOf(by), ...(payload ? { payload } : {}) });
}

/** Performs the step on the server and in the model. @returns the server's status, and the statuses that are correct */
async function perform(model: Model, s: Step): Promise<{ sent: number; right: readonly number[] } | null> {
  const { by, to } = s;
  const other = (bond: Bond) => (bond.requester === by ? bond.addressee : bond.requester);
  const bond = pick(model.bonds, s.at);
  const video = pick(model.videos, s.at);
  const link = pick(model.links, s.at);
  const invitation = pick(model.invitations, s.at);
  const question = pick(model.questions, s.at);
  const answerLink = pick(model.answerLinks, s.at);
  switch (s.action) {
    case 'ask': {
      const answer = await call(by, 'POST', '/api/connections', { relationship: s.relationship, userB: idOf(to) });
      const sent = answer.statusCode;
      const existing = model.between(by, to);
      if (by === to) return { sent, right: [400, 409, 422] };
      if (model.hidden(by, to)) return { sent, right: [404] };
      if (!existing) {
        const id = answer.json().connection_id as string;
        const { relationship } = s;
        model.bonds.push({ id, requester: by, addressee: to, relationship, accepted: false, asked: null });
        return { sent, right: [201] };
      }
      const isAnswer = !existing.accepted && existing.addressee === by && existing.relationship === s.relationship;
      if (isAnswer) existing.accepted = true;
      return { sent, right: isAnswer ? [200] : [409] };
    }
    case 'accept': {
      if (!bond) return null;
      const sent = (await call(by, 'PUT', `/api/connections/${bond.id}`)).statusCode;
      if (bond.addressee === by) bond.accepted = true;
      return { sent, right: bond.addressee === by ? [200] : has(bond, by) ? [403, 409] : [404] };
    }
    case 'change': {
      if (!bond) return null;
      const { relationship } = s;
      const answer = await call(by, 'PUT', `/api/connections/${bond.id}/relationship`, { relationship });
      const sent = answer.statusCode;
      if (!has(bond, by)) return { sent, right: [404] };
      if (!bond.accepted) {
        if (bond.requester !== by) return { sent, right: [409] };
        bond.relationship = relationship;
        bond.id = answer.json().connection_id;
        return { sent, right: [200] };
      }
      const asked = bond.asked;
      if (relationship === bond.relationship) {
        // Withdraws the own request, or declines the other's; a requested change to friends cannot be declined.
        if (asked?.by === by || asked?.relationship === 'family') bond.asked = null;
      } else if (asked && asked.by !== by) {
        bond.relationship = relationship;
        bond.asked = null;
      } else bond.asked = { by, relationship };
      return { sent, right: [200] };
    }
    case 'disconnect': {
      if (!bond) return null;
      const sent = (await call(by, 'DELETE', `/api/connections/${bond.id}`)).statusCode;
      if (!has(bond, by)) return { sent, right: [404] };
      model.part(by, other(bond));
      return { sent, right: [204] };
    }
    case 'upload': {
      const { permission } = s;
      const id = await storedVideo(server, idOf(by), { permission });
      await server.deps.db.updateTable('videos').set({ duration_ms: 20_000 }).where('id', '=', id).execute();
      await addVideo({ id, owner: by, permission, preparing: false, promptId: 26 });
      return null;
    }
    case 'permit': {
      if (!video) return null;
      const { permission } = s;
      const sent = (await call(by, 'PUT', `/api/permission/${video.id}`, { permission })).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      video.permission = permission;
      return { sent, right: [200] };
    }
    case 'seal': {
      if (!video) return null;
      const opens_at = video.sealed ? null : new Date(Date.now() + 86_400_000).toISOString();
      const sent = (await call(by, 'PUT', `/api/video/${video.id}/opening`, { opens_at })).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      video.sealed = !video.sealed;
      return { sent, right: [200] };
    }
    // Decision 0042: after the response nobody else sees the video until it is prepared.
    case 'trim': {
      if (!video) return null;
      const url = `/api/video/${video.id}/trim`;
      // Mostly the owner, otherwise trims would be rare.
      const who = s.permanent ? video.owner : by;
      const start = 2 + s.at;
      const isTrimmed = video.trimmedAt !== null;
      const answer = isTrimmed ? await call(who, 'DELETE', url) : await call(who, 'PUT', url, { start, end: TRIM_END });
      const sent = answer.statusCode;
      if (video.owner !== who) return { sent, right: [404] };
      if (video.preparing) return { sent, right: [409] };
      video.preparing = true;
      video.trimmedAt = isTrimmed ? null : start;
      return { sent, right: [200] };
    }
    case 'prepared': {
      if (!video?.preparing) return null;
      await prepareStoredVideo(server, video.id);
      video.preparing = false;
      return null;
    }
    case 'share': {
      if (!video) return null;
      const sent = (await call(by, 'POST', '/api/share', { user_id: [idOf(to)], video_id: video.id })).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      if (!model.connected(by, to)) return { sent, right: [400, 403, 409, 422] };
      video.sharedWith.add(to);
      return { sent, right: [200] };
    }
    case 'leave': {
      if (!video) return null;
      const sent = (await call(by, 'DELETE', `/api/video/shared/${video.id}`)).statusCode;
      const visits = model.links.filter((one) => one.video === video && one.visitors.has(by));
      const had = video.sharedWith.delete(by) || visits.length > 0;
      for (const { visitors } of visits) visitors.delete(by);
      return { sent, right: had ? [204] : [404] };
    }
    case 'stop sharing': {
      if (!video) return null;
      const sent = (await call(by, 'DELETE', `/api/share/${video.id}/${idOf(to)}`)).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      video.sharedWith.delete(to);
      return { sent, right: [204] };
    }
    case 'link': {
      if (!video) return null;
      const url = `${server.deps.config.publicUrl}/user/${idOf(by)}/videos?autoplay=${video.id}`;
      const expires_at = s.permanent ? undefined : new Date(Date.now() + 3_600_000).toISOString();
      const answer = await call(by, 'POST', '/api/link', { url, expires_at });
      const sent = answer.statusCode;
      if (video.owner !== by) return { sent, right: [400, 404, 422] };
      const code = answer.body.split('/s/')[1] ?? '';
      const existing = model.links.find((one) => one.video === video && one.permanent && one.active);
      if (s.permanent && existing) {
        expect(code).toBe(existing.code);
        return { sent, right: [200] };
      }
      model.links.push({ code, video, permanent: s.permanent, active: true, visitors: new Set() });
      return { sent, right: [201] };
    }
    case 'visit': {
      if (!link) return null;
      const sent = (await call(by, 'POST', '/api/link/redeem', { code: link.code })).statusCode;
      const isShown = !link.video.sealed || link.video.owner === by;
      const works = link.active && isShown && !model.hidden(by, link.video.owner);
      if (works && link.video.owner !== by) link.visitors.add(by);
      return { sent, right: works ? [200] : [404] };
    }
    case 'revoke': {
      if (!link) return null;
      const id = (await linkIds()).get(link.code);
      // The owner's list contains only active links.
      expect(id !== undefined).toBe(link.active);
      if (!id) return null;
      const sent = (await call(by, 'DELETE', `/api/link/${id}`)).statusCode;
      if (link.video.owner !== by) return { sent, right: [404] };
      link.active = false;
      return { sent, right: [204] };
    }
    case 'expire': {
      if (!link || link.permanent || !link.active) return null;
      const id = (await linkIds()).get(link.code) ?? '';
      const expired = { expires_at: new Date(Date.now() - 1) };
      await server.deps.db.updateTable('short_links').set(expired).where('id', '=', id).execute();
      link.active = false;
      return null;
    }
    case 'delete': {
      if (!video) return null;
      const sent = (await call(by, 'DELETE', `/api/video/${video.id}`)).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      removeVideo(video);
      return { sent, right: [204] };
    }
    case 'block': {
      const sent = (await call(by, 'PUT', `/api/blocks/${idOf(to)}`)).statusCode;
      if (by === to) return { sent, right: [400] };
      if (model.blocks.has(`${by} ${to}`)) return { sent, right: [204] };
      if (model.blocks.has(`${to} ${by}`)) return { sent, right: [404] };
      model.blocks.add(`${by} ${to}`);
      model.part(by, to);
      for (const [owner, viewer] of [
        [by, to],
        [to, by],
      ] as const) {
        for (const one of model.links) if (one.video.owner === owner) one.visitors.delete(viewer);
      }
      for (const one of model.questions) {
        const isBetween = [one.asker, one.person].includes(by) && [one.asker, one.person].includes(to);
        if (isBetween && !one.answered) one.withdrawn = true;
      }
      return { sent, right: [204] };
    }
    case 'unblock': {
      const sent = (await call(by, 'DELETE', `/api/blocks/${idOf(to)}`)).statusCode;
      model.blocks.delete(`${by} ${to}`);
      return { sent, right: [204] };
    }
    case 'rule': {
      if (!video) return null;
      const { rule } = s;
      const url = `/api/video/${video.id}/steward-rule`;
      const sent = (await call(by, 'PUT', url, { rule, user_ids: [idOf(to)] })).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      if (rule === 'give' && !model.connected(by, to)) return { sent, right: [409] };
      video.rule = rule;
      video.named = new Set(rule === 'give' ? [to] : []);
      return { sent, right: [200] };
    }
    case 'note': {
      if (!video) return null;
      const answer = await call(by, 'POST', `/api/video/${video.id}/notes`, { text: 'Hello' });
      const sent = answer.statusCode;
      if (!model.maySee(video, by)) return { sent, right: [404] };
      if (video.notesVisibility === 'nobody') return { sent, right: [403] };
      model.notes.push({ id: answer.json().id, video, writer: by });
      return { sent, right: [201] };
    }
    case 'remove note': {
      const note = pick(model.notes, s.at);
      if (!note) return null;
      const sent = (await call(by, 'DELETE', `/api/notes/${note.id}`)).statusCode;
      if (by !== note.writer && by !== note.video.owner) return { sent, right: [404] };
      model.notes = model.notes.filter((one) => one !== note);
      return { sent, right: [204] };
    }
    case 'heart': {
      if (!video) return null;
      const sent = (await call(by, 'PUT', `/api/video/${video.id}/heart`)).statusCode;
      if (!model.maySee(video, by)) return { sent, right: [404] };
      if (video.notesVisibility === 'nobody') return { sent, right: [403] };
      video.hearts.add(by);
      return { sent, right: [204] };
    }
    case 'take heart': {
      if (!video) return null;
      const sent = (await call(by, 'DELETE', `/api/video/${video.id}/heart`)).statusCode;
      video.hearts.delete(by);
      return { sent, right: [204] };
    }
    case 'see': {
      if (!video) return null;
      const sent = (await call(by, 'PUT', '/api/whats-new/seen', { video_ids: [video.id] })).statusCode;
      if (model.maySee(video, by)) video.seenBy.add(by);
      return { sent, right: [204] };
    }
    case 'watch': {
      if (!video) return null;
      const { preparation } = await server.deps.db
        .selectFrom('videos')
        .select('preparation')
        .where('id', '=', video.id)
        .executeTakeFirstOrThrow();
      const body = { seconds: 5, preparation };
      const sent = (await call(by, 'PUT', `/api/video/${video.id}/position`, body)).statusCode;
      if (!model.maySee(video, by)) return { sent, right: [404] };
      video.watchedBy.add(by);
      video.seenBy.add(by);
      return { sent, right: [200] };
    }
    case 'show watching': {
      const shown = s.at % 2 === 0;
      const sent = (await call(by, 'PUT', '/api/watching/setting', { shown })).statusCode;
      if (shown) model.watchesSecretly.delete(by);
      else model.watchesSecretly.add(by);
      return { sent, right: [204] };
    }
    case 'show notes': {
      if (!video) return null;
      const { visibility } = s;
      const sent = (await call(by, 'PUT', `/api/video/${video.id}/notes-visibility`, { visibility })).statusCode;
      if (video.owner !== by) return { sent, right: [404] };
      video.notesVisibility = visibility;
      return { sent, right: [204] };
    }
    // `to` names `by` as steward, `by` makes a request, the waiting time ends, and `by` gives away what they may.
    // Nobody can ask `to` until they return, and their answer links have ended.
    case 'look after': {
      const sent = (await call(to, 'PUT', `/api/stewards/${idOf(by)}`, { waiting_days: 30 })).statusCode;
      if (!model.connected(by, to)) return { sent, right: [409] };
      const { db } = server.deps;
      await db.updateTable('stewards').set({ stopped_at: null }).execute();
      const asked = (await call(by, 'POST', `/api/stewardships/${idOf(to)}/request`)).statusCode;
      if (asked !== 200) return { sent: asked, right: [200] };
      await db.updateTable('stewards').set({ starts_at: new Date() }).where('asked_at', 'is not', null).execute();
      await advanceStewardships(server.deps, new AbortController().signal);
      const started = await db
        .selectFrom('stewards')
        .select('id')
        .where('owner_id', '=', idOf(to))
        .where('started_at', 'is not', null)
        .executeTakeFirst();
      // Not while one of the two is leaving, for example.
      if (!started) return null;
      model.stewards.push({ steward: by, owner: to });
      for (const one of model.answerLinks) if (one.question.person === to) one.ended = true;
      const question = await call(by, 'POST', '/api/questions', { user_id: idOf(to), words: 'Are you there?' });
      if (question.statusCode !== 409) return { sent: question.statusCode, right: [409] };
      for (const one of model.questions) {
        if (one.person !== to || one.asker !== by || one.answered || one.withdrawn) continue;
        const rests = (await call(by, 'POST', `/api/questions/${one.id}/link`, {})).statusCode;
        if (rests !== 409) return { sent: rests, right: [409] };
      }
      for (const one of model.videos.filter(({ owner }) => owner === to)) {
        for (const who of people.keys()) {
          const given = (await call(by, 'PUT', `/api/video/${one.id}/gifts/${idOf(who)}`)).statusCode;
          const may =
            model.looksAfter(one, by) && !one.sealed && !one.preparing && one.named.has(who) && !model.hidden(by, who);
          if (given !== (may ? 204 : 404)) return { sent: given, right: [may ? 204 : 404] };
          if (may) one.given.add(who);
        }
      }
      return { sent, right: [200] };
    }
    // Nobody sees anything of a person who is leaving, until they stay after all.
    case 'begin to leave': {
      const users = server.deps.db.updateTable('users').where('id', '=', idOf(by));
      await users.set({ deletion_asked_at: new Date(), delete_at: new Date(Date.now() + 86_400_000) }).execute();
      model.leaving = by;
      await compare(model, []);
      model.leaving = null;
      await users.set({ deletion_asked_at: null, delete_at: null }).execute();
      return null;
    }
    case 'ask question': {
      const words = s.permanent ? null : (pick(WORDS, s.at) as string);
      const about = s.visibility === 'viewers' && video ? video : null;
      const at = 3 + s.at;
      const answer = await call(by, 'POST', '/api/questions', {
        user_id: idOf(to),
        ...(words === null ? { prompt_id: pick(LISTED, s.at) } : { words }),
        moment: about && { video_id: about.id, at },
      });
      const sent = answer.statusCode;
      if (by !== to && model.hidden(by, to)) return { sent, right: [404] };
      if (!model.connected(by, to)) return { sent, right: [403] };
      if (about && !(model.maySee(about, by) && model.maySee(about, to))) return { sent, right: [404] };
      const moment = about && { video: about, at: at + (about.trimmedAt ?? 0) };
      const earlier = model.questions.find(
        (one) =>
          one.asker === by &&
          one.person === to &&
          !one.answered &&
          (!one.withdrawn || one.putAway) &&
          (words === null ? one.promptId === pick(LISTED, s.at) : one.words === words),
      );
      if (earlier && !earlier.withdrawn) return { sent, right: [409] };
      if (sent !== 201) return { sent, right: [201] };
      const { id, prompt } = answer.json() as { id: string; prompt: { id: number } };
      if (earlier) {
        // Put away: it does not wait again, and the asker does not notice.
        expect(id).toBe(earlier.id);
        Object.assign(earlier, { withdrawn: false, moment });
        return { sent, right: [201] };
      }
      const state = { answered: false, answer: null, withdrawn: false, putAway: false };
      model.questions.push({ id, asker: by, person: to, promptId: prompt.id, words, moment, ...state });
      return { sent, right: [201] };
    }
    case 'put away': {
      if (!question) return null;
      const sent = (await call(by, 'PUT', `/api/questions/${question.id}/put-away`)).statusCode;
      if (question.person !== by || !isWaiting(model, question)) return { sent, right: [404] };
      question.putAway = true;
      return { sent, right: [204] };
    }
    case 'withdraw': {
      if (!question) return null;
      const sent = (await call(by, 'DELETE', `/api/questions/${question.id}`)).statusCode;
      if (question.asker !== by || question.answered || question.withdrawn) return { sent, right: [404] };
      question.withdrawn = true;
      return { sent, right: [204] };
    }
    // Mostly by the asked person. The owner either chooses the people, `to` and those of a permission, or does not.
    case 'answer': {
      if (!question) return null;
      const who = s.at > 0 ? question.person : by;
      const { promptId } = question;
      const isChosen = s.visibility !== 'viewers';
      const upload = await receivedUpload(server, idOf(who), clip);
      const answer = await call(who, 'POST', `/api/uploads/${upload}/publish`, {
        prompt: promptId,
        ...(isChosen && { audience: { permission: s.permission, user_id: [idOf(to)] } }),
      });
      const sent = answer.statusCode;
      if (!mayAnswer(model, who, promptId)) return { sent, right: [400] };
      if (sent !== 201) return { sent, right: [201] };
      const permission = isChosen ? s.permission : 'invite-only';
      const added = await addVideo({ id: answer.json().id, owner: who, permission, preparing: true, promptId });
      if (isChosen && model.connected(who, to)) added.sharedWith.add(to);
      for (const one of model.questions) {
        if (one.person !== who || one.promptId !== promptId || !isWaiting(model, one)) continue;
        Object.assign(one, { answered: true, answer: added });
        if (!isChosen) added.sharedWith.add(one.asker);
      }
      return { sent, right: [201] };
    }
    case 'answer link': {
      if (!question) return null;
      const who = s.at > 0 ? question.asker : by;
      const answer = await call(who, 'POST', `/api/questions/${question.id}/link`, { renew: s.permanent });
      const sent = answer.statusCode;
      if (question.asker !== who || question.answered || question.withdrawn) return { sent, right: [404] };
      if (sent !== 200) return { sent, right: [200] };
      const code = new URL(answer.json().url).hash.slice(1);
      const earlier = model.answerLinks.filter((one) => one.question === question);
      const current = s.permanent ? undefined : earlier.find((one) => stateOf(model, one) === 'open');
      expect(code === current?.code, 'the current link is returned').toBe(current !== undefined);
      if (current) return { sent, right: [200] };
      for (const one of earlier) one.ended = true;
      model.answerLinks.push({ code, question, ended: false, takeBackCode: '', answer: null });
      return { sent, right: [200] };
    }
    case 'end answer link': {
      if (!question) return null;
      const sent = (await call(by, 'DELETE', `/api/questions/${question.id}/link`)).statusCode;
      const current = model.answerLinks.find((one) => one.question === question && !one.ended);
      const may = [question.asker, question.person].includes(by) && !question.answered && !question.withdrawn;
      if (!may || !current) return { sent, right: [404] };
      current.ended = true;
      return { sent, right: [204] };
    }
    case 'put away by link': {
      if (!answerLink) return null;
      const sent = (await callByLink(answerLink.code, 'PUT', 'put-away')).statusCode;
      const { asker, person } = answerLink.question;
      if (model.hidden(asker, person)) return { sent, right: [404] };
      if (stateOf(model, answerLink) !== 'open') return { sent, right: [410] };
      answerLink.question.putAway = true;
      return { sent, right: [204] };
    }
    case 'answer by link': {
      if (!answerLink) return null;
      const { asker, person, promptId } = answerLink.question;
      const { id } = await server.deps.db
        .selectFrom('answer_links')
        .select('id')
        .where('code_hash', '=', hashLinkCode(answerLink.code))
        .executeTakeFirstOrThrow();
      const upload = await receivedUpload(server, idOf(person), clip, id);
      const answer = await callByLink(answerLink.code, 'POST', 'publish', { upload_id: upload });
      const sent = answer.statusCode;
      if (model.hidden(asker, person)) return { sent, right: [404] };
      if (stateOf(model, answerLink) !== 'open') return { sent, right: [410] };
      if (sent !== 200) return { sent, right: [200] };
      const { video_id } = await server.deps.db
        .selectFrom('answer_links')
        .select('video_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const published = { id: video_id ?? '', owner: person, permission: 'invite-only' as const, preparing: true };
      const added = await addVideo({ ...published, promptId });
      added.sharedWith.add(asker);
      Object.assign(answerLink.question, { answered: true, answer: added });
      Object.assign(answerLink, { ended: true, takeBackCode: answer.json().take_back_code, answer: added });
      return { sent, right: [200] };
    }
    case 'take answer back': {
      if (!answerLink) return null;
      const sent = (await callByLink(answerLink.takeBackCode, 'POST', 'take-back')).statusCode;
      const { answer } = answerLink;
      if (!answer || !model.videos.includes(answer)) return { sent, right: [404] };
      removeVideo(answer);
      return { sent, right: [204] };
    }
    case 'invite': {
      const { relationship } = s;
      const email = s.permanent ? null : `relative-${s.at}@example.org`;
      const answer = await call(by, 'POST', '/api/invitation/relatives', { relationship, ...(email && { email }) });
      const sent = answer.statusCode;
      const before = model.invitations.filter((one) => one.owner === by && one.email === email);
      const same = before.find((one) => one.open && (email !== null || one.relationship === relationship));
      if (same) {
        expect(answer.json().id).toBe(same.id);
        return { sent, right: [200] };
      }
      // At most three mails per address and day.
      if (email !== null && before.length >= 3) return { sent, right: [409, 429] };
      const { id, url } = answer.json() as { id: string; url: string | null };
      expect(url === null, 'only the mail contains its code').toBe(email !== null);
      model.invitations.push({
        id,
        code: url?.split('/').at(-1) ?? (await codeInMail(id)),
        owner: by,
        email,
        relationship,
        open: true,
      });
      return { sent, right: [201] };
    }
    case 'mail again': {
      if (!invitation) return null;
      const sent = (await call(by, 'POST', `/api/invitation/relatives/${invitation.id}/again`)).statusCode;
      const may = invitation.owner === by && invitation.open && invitation.email !== null;
      return { sent, right: [may ? 204 : 404] };
    }
    case 'cancel': {
      if (!invitation) return null;
      const sent = (await call(by, 'DELETE', `/api/invitation/relatives/${invitation.id}`)).statusCode;
      if (invitation.owner !== by || !invitation.open) return { sent, right: [404] };
      invitation.open = false;
      return { sent, right: [204] };
    }
    case 'decline': {
      if (!invitation) return null;
      const sent = await decline(invitation);
      // A link for several people cannot be declined by one of them. Declining a mail can be repeated.
      if (invitation.email === null) return { sent, right: [404] };
      invitation.open = false;
      return { sent, right: [204] };
    }
    // A person with a profile gets a connection request of the inviter.
    case 'open invitation': {
      if (!invitation) return null;
      const { code, owner, relationship } = invitation;
      const sent = (await call(by, 'POST', '/api/invitation/accept', { code })).statusCode;
      if (!invitation.open || model.hidden(by, owner)) return { sent, right: [404] };
      if (by === owner) return { sent, right: [200] };
      const existing = model.between(by, owner);
      if (!existing) {
        const [asked] = (await call(by, 'GET', `/api/connections/${idOf(owner)}`)).json();
        expect(asked, 'the request of the inviter').toMatchObject({
          user_id: idOf(owner),
          pending: true,
          relationship,
        });
        const id = asked.connection_id as string;
        model.bonds.push({ id, requester: owner, addressee: by, relationship, accepted: false, asked: null });
      } else if (existing.requester === by && existing.relationship === relationship) existing.accepted = true;
      return { sent, right: [200] };
    }
    // Registers with an invitation, which is required here, and is connected; the profile is then deleted.
    case 'join': {
      if (!invitation) return null;
      const { id, code, owner, relationship } = invitation;
      const { auth0Id, headers } = newcomer;
      const payload = { ...PROFILE, auth0Id, code };
      const answer = await server.app.inject({ method: 'POST', url: '/api/user/register', headers, payload });
      const sent = answer.statusCode;
      if (!invitation.open) return { sent, right: [403] };
      if (sent !== 201) return { sent, right: [201] };
      const mine = answer.json().id as string;
      await server.app.inject({ method: 'POST', url: '/api/invitation/accept', headers, payload: { code } });
      const url = `/api/connections/${mine}`;
      const connections = (await server.app.inject({ method: 'GET', url, headers })).json();
      expect(connections, 'connections of the new person').toHaveLength(1);
      expect(connections[0]).toMatchObject({ user_id: idOf(owner), user_B_id: mine, pending: false, relationship });
      const listed = (await call(owner, 'GET', '/api/invitation/relatives')).json().invitations;
      expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ people: 1 });
      expect(await decline(invitation), 'declining a used invitation').toBe(404);
      await server.deps.db.deleteFrom('users').where('id', '=', mine).execute();
      return { sent, right: [201] };
    }
  }

  type NewVideo = Pick<ModelVideo, 'id' | 'owner' | 'permission' | 'preparing' | 'promptId'>;

  async function addVideo(facts: NewVideo): Promise<ModelVideo> {
    const { db } = server.deps;
    await db.updateTable('videos').set({ duration_ms: LENGTH_MS }).where('id', '=', facts.id).execute();
    const people = { sharedWith: new Set<number>(), named: new Set<number>(), given: new Set<number>() };
    const words = { notesVisibility: 'viewers' as const, hearts: new Set<number>() };
    const seen = { seenBy: new Set<number>(), watchedBy: new Set<number>() };
    const added = { ...facts, sealed: false, trimmedAt: null, rule: 'watch' as const, ...people, ...words, ...seen };
    model.videos.push(added);
    return added;
  }

  function removeVideo(removed: ModelVideo): void {
    model.videos = model.videos.filter((one) => one !== removed);
    model.links = model.links.filter((one) => one.video !== removed);
    model.notes = model.notes.filter((one) => one.video !== removed);
    for (const one of model.questions) {
      if (one.answer === removed) one.answer = null;
      if (one.moment?.video === removed) one.moment = null;
    }
  }

  /** Ids of the active links by code, as their owners see them. */
  async function linkIds(): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const { id, owner } of model.videos) {
      for (const one of (await call(owner, 'GET', `/api/link?video_id=${id}`)).json()) {
        ids.set(one.url.split('/s/')[1], one.id);
      }
    }
    return ids;
  }
}

/** The code of an invitation, read from its mail. */
async function codeInMail(id: string): Promise<string> {
  const mail = await writeSiteInvitationMail(server.deps, id);
  if (mail === null || mail === 'later' || !('declineUrl' in mail)) throw new Error('There is no mail to send');
  return mail.declineUrl?.split('/').at(-2) ?? '';
}

/** A request of a person who has only the code of an answer link. */
async function callByLink(code: string, method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) {
  const url = path ? `/api/answer-link/${path}` : '/api/answer-link';
  return server.app.inject({ method, url, headers: { 'answer-code': code }, ...(payload ? { payload } : {}) });
}

/** Declines an invitation by its code, without login. */
async function decline({ code }: Invitation): Promise<number> {
  return (await server.app.inject({ method: 'POST', url: `/api/invitation/${code}/decline` })).statusCode;
}

/** Compares everything that every person sees with the model. */
async function compare(model: Model, gone: readonly string[]): Promise<void> {
  const byId = <T extends { id: string }>(rows: T[]) => rows.sort((one, other) => one.id.localeCompare(other.id));
  const idsOf = (body: string) => (JSON.parse(body) as { id: string }[]).map((one) => one.id).sort();
  for (const link of model.answerLinks) {
    const { asker, person } = link.question;
    const page = await callByLink(link.code, 'GET');
    if (model.hidden(asker, person)) expect(page.statusCode, 'page of an answer link').toBe(404);
    else {
      const state = stateOf(model, link);
      expect(page.json(), 'page of an answer link').toMatchObject({
        state,
        question: state === 'open' ? { id: link.question.promptId } : null,
      });
    }
  }
  for (const viewer of people.keys()) {
    if (viewer === model.leaving) continue;
    // Reading their own videos counts as a sign of life.
    model.live(viewer);
    const seen = model.videos.filter((video) => model.maySee(video, viewer));
    for (const owner of people.keys()) {
      const expected = seen.filter((video) => video.owner === owner).map((video) => video.id);
      const listed = await call(viewer, 'GET', `/api/video/user/${idOf(owner)}`);
      expect(idsOf(listed.body), `videos of ${owner} for ${viewer}`).toEqual(expected.sort());
      const page = await call(viewer, 'GET', `/api/search/${idOf(owner)}`);
      expect(page.statusCode, `page of ${owner} for ${viewer}`).toBe(model.hidden(owner, viewer) ? 404 : 200);
    }
    const found = idsOf((await call(viewer, 'GET', '/api/search')).body);
    const others = [...people.keys()].filter((other) => other !== viewer && !model.hidden(viewer, other));
    expect(found, `search of ${viewer}`).toEqual(others.map(idOf).sort());
    const blocked = [...people.keys()].filter((other) => model.blocks.has(`${viewer} ${other}`));
    expect(idsOf((await call(viewer, 'GET', '/api/blocks')).body), `blocks of ${viewer}`).toEqual(
      blocked.map(idOf).sort(),
    );
    const invitations = (await call(viewer, 'GET', '/api/invitation/relatives')).json().invitations as { id: string }[];
    expect(invitations.map(({ id }) => id).sort(), `invitations of ${viewer}`).toEqual(
      model.invitations
        .filter(({ owner, open }) => owner === viewer && open)
        .map(({ id }) => id)
        .sort(),
    );
    const actors = (await call(viewer, 'GET', '/api/notifications'))
      .json()
      .map((one: { actor?: { id: string } | null }) => one.actor?.id);
    for (const other of people.keys()) if (model.hidden(viewer, other)) expect(actors).not.toContain(idOf(other));
    const given = model.videos
      .filter((video) => video.owner !== viewer && !video.sealed && !video.preparing)
      .filter((video) => video.sharedWith.has(viewer) || model.visited(video, viewer));
    const shared = await call(viewer, 'GET', '/api/video/sharedwithme');
    expect(idsOf(shared.body), `shared with ${viewer}`).toEqual(given.map((video) => video.id).sort());
    const news = (await call(viewer, 'GET', '/api/whats-new')).json();
    expect(idsOf(JSON.stringify(news.videos)), `new for ${viewer}`).toEqual(
      model.videos
        .filter((video) => isNewFor(model, video, viewer))
        .map((video) => video.id)
        .sort(),
    );
    const waiting = (await call(viewer, 'GET', '/api/questions')).json().questions as { id: string; moment: unknown }[];
    expect(byId(waiting.map(({ id, moment }) => ({ id, moment }))), `questions that wait for ${viewer}`).toEqual(
      byId(
        model.questions
          .filter((one) => one.person === viewer && isWaiting(model, one))
          .map((one) => ({ id: one.id, moment: momentOf(model, one) })),
      ),
    );
    for (const other of people.keys()) {
      const asked = await call(viewer, 'GET', `/api/questions/asked/${idOf(other)}`);
      const where = `questions of ${viewer} to ${other}`;
      expect(asked.statusCode, where).toBe(viewer !== other && model.hidden(viewer, other) ? 404 : 200);
      if (asked.statusCode !== 200) continue;
      const rows = asked.json() as { id: string; answered: boolean; video_id: string | null; moment: unknown }[];
      expect(
        byId(rows.map(({ id, answered, video_id, moment }) => ({ id, answered, video_id, moment }))),
        where,
      ).toEqual(
        byId(
          model.questions
            .filter((one) => one.asker === viewer && one.person === other && !one.withdrawn)
            .map((one) => ({
              id: one.id,
              answered: one.answered,
              video_id: one.answer && model.maySee(one.answer, viewer) ? one.answer.id : null,
              moment: momentOf(model, one),
            })),
        ),
      );
    }
    for (const video of model.videos) {
      const status = model.maySee(video, viewer) ? 200 : 404;
      const where = `${video.permission} video of ${video.owner} for ${viewer}`;
      expect((await call(viewer, 'GET', `/api/video/${video.id}`)).statusCode, where).toBe(status);
      const words = await call(viewer, 'GET', `/api/video/${video.id}/notes`);
      expect(words.statusCode, `notes of ${where}`).toBe(status);
      if (status === 200) {
        const shows = (person: number) => showsWords(model, video, viewer, person);
        const notes = model.notes.filter((one) => one.video === video && shows(one.writer)).map(({ id }) => id);
        expect(idsOf(JSON.stringify(words.json().notes)), `notes of ${where}`).toEqual(notes.sort());
        const hearts = [...video.hearts].filter(shows).map(idOf);
        expect(idsOf(JSON.stringify(words.json().hearts)), `hearts of ${where}`).toEqual(hearts.sort());
      }
      const watchers = await call(viewer, 'GET', `/api/video/${video.id}/watchers`);
      expect(watchers.statusCode, `watchers of ${where}`).toBe(video.owner === viewer ? 200 : 404);
      if (video.owner === viewer) {
        const isShown = (who: number) => who !== viewer && model.maySee(video, who) && !model.watchesSecretly.has(who);
        const names = [...video.watchedBy].filter(isShown).map(idOf);
        const found = watchers.json().map(({ person }: { person: { id: string } }) => person.id);
        expect(found.sort(), `watchers of ${where}`).toEqual(names.sort());
      }
      const bytes = await call(viewer, 'GET', `/media/videos/${video.id}/playback`);
      const isThere = status === 200 && !video.preparing;
      expect(bytes.statusCode, `bytes of ${where}`).toBe(isThere ? 200 : 404);
      expect(bytes.body.includes(storedContent('playback', video.id)), `bytes of ${where}`).toBe(isThere);
      const original = await call(viewer, 'GET', `/media/videos/${video.id}/original`);
      const mayKeep = !video.sealed && !video.preparing && video.trimmedAt === null && model.looksAfter(video, viewer);
      const whole = video.owner === viewer || (mayKeep && !model.hidden(video.owner, viewer)) ? 200 : 404;
      expect(original.statusCode, `original of ${where}`).toBe(whole);
    }
    for (const id of gone) expect((await call(viewer, 'GET', `/media/videos/${id}/playback`)).statusCode).toBe(404);
  }
}

test('[VID-05][CONN-02][CONN-04][SHARE-05] random sequences of actions: everybody sees what the model allows', {
  timeout: 60_000 + RUNS * 60_000,
}, async ({ task }) => {
  let performed = 0;
  let sequences = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const { db } = server.deps;
      await renewTokens();
      await db.deleteFrom('videos').execute();
      await db.deleteFrom('connections').execute();
      // A long run exceeds the daily budget of requests.
      await db.deleteFrom('sent_requests').execute();
      await db.deleteFrom('blocks').execute();
      await db.deleteFrom('stewards').execute();
      await db.deleteFrom('invitations').execute();
      await db.updateTable('users').set({ shows_watching: true }).execute();
      await db.deleteFrom('questions').execute();
      sequences += 1;
      const model = new Model();
      const everStored = new Set<string>();
      // Initial objects for the first steps.
      const start = {
        at: 0,
        to: 1,
        relationship: 'family',
        permission: 'family',
        permanent: true,
        rule: 'watch',
        visibility: 'viewers',
      } as const;
      for (const s of [
        { ...start, action: 'upload', by: 0 } as const,
        { ...start, action: 'ask', by: 0 } as const,
        { ...start, action: 'accept', by: 1 } as const,
        { ...start, action: 'watch', by: 1 } as const,
        { ...start, action: 'invite', by: 0 } as const,
        { ...start, action: 'invite', by: 1, permanent: false } as const,
        { ...start, action: 'ask question', by: 1, to: 0 } as const,
        { ...start, action: 'answer link', by: 1 } as const,
        { ...start, action: 'ask question', by: 1, to: 0, permanent: false, visibility: 'nobody' } as const,
        ...steps,
      ]) {
        const outcome = await perform(model, s);
        if (outcome) {
          performed += 1;
          expect(outcome.right, `${JSON.stringify(s)} was answered with ${outcome.sent}`).toContain(outcome.sent);
        }
        for (const { id } of model.videos) everStored.add(id);
        const gone = [...everStored].filter((id) => model.videos.every((video) => video.id !== id));
        await compare(model, gone.slice(-2));
      }
    }),
    // Without shrinking, which would repeat most of the steps many times: the last step is the failed one.
    { numRuns: RUNS, endOnFailure: true },
  );
  // Reported in the runner's JSON report.
  Object.assign(task.meta, { sequences, steps: performed });
  expect(performed, 'calls with something to act on').toBeGreaterThan(RUNS * 10);
});
