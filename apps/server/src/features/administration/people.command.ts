import type { SitePerson } from '@kinreel/contracts';
import type { IdentityProvider } from '../../platform/auth/identity.ts';
import {
  type Command,
  isEmailAddress,
  JSON_OPTION,
  parseArguments,
  printList,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { connectJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/log/logger.ts';
import { formatBytes } from '../../platform/system/bytes.ts';
import { sendMailJob } from '../mails/mails.job-definition.ts';
import {
  changePerson,
  deletePerson,
  endSessions,
  keepPerson,
  makeResetLink,
  personOf,
  readPeople,
} from './administration.service.ts';

const PAGE = 100;
const GB = 1_000_000_000;

/** Connects to the identity service as the web server does. Kinreel must be running. */
type ConnectIdentity = (config: ServerConfig) => Promise<IdentityProvider>;

/** `databaseUrl` is for the job queue, which only some commands need. */
type CommandDeps = Parameters<typeof changePerson>[0] & { databaseUrl: string };

interface PersonCommand {
  name: string;
  /** Arguments after the address; '' for none. */
  usage?: string;
  summary: string;
  /** Checks the arguments after the address. @throws UsageError */
  check?: (rest: readonly string[]) => void;
  /** Changes the person and prints the result. */
  change(deps: CommandDeps, id: string, rest: readonly string[]): Promise<void>;
}

/** The site owners' actions of /admin for the operator: `people`, `people off` and so on. */
export function peopleCommands(connectIdentity: ConnectIdentity): Command[] {
  const commands: PersonCommand[] = [
    {
      name: 'people off',
      summary: 'Turns an account off: its person cannot log in; what they have shared stays visible.',
      change: async (deps, id) => console.log(describe(await changePerson(deps, id, { disabled: true }, null))),
    },
    {
      name: 'people on',
      summary: 'Turns an account on again.',
      change: async (deps, id) => console.log(describe(await changePerson(deps, id, { disabled: false }, null))),
    },
    {
      name: 'people delete',
      summary: 'Closes an account at once and deletes it with all its data after 30 days.',
      change: async (deps, id) =>
        console.log(describe(await withQueue(deps, (jobs) => deletePerson({ ...deps, jobs }, id, null)))),
    },
    {
      name: 'people keep',
      summary: 'Cancels the deletion of an account.',
      change: async ({ db }, id) => console.log(describe(await keepPerson(db, id, null))),
    },
    {
      name: 'people quota',
      usage: '<GB>|usual',
      summary: "Sets how much space a person's videos may use.",
      check: (rest) => void readQuota(rest),
      async change(deps, id, rest) {
        console.log(describe(await changePerson(deps, id, { quota_bytes: readQuota(rest) }, null)));
      },
    },
    {
      name: 'people logout',
      summary: 'Logs a person out on all devices.',
      async change(deps, id) {
        await endSessions(deps, id);
        console.log('Logged out on all devices.');
      },
    },
    {
      name: 'people reset',
      summary: 'Prints a link to set a new password, to hand over without a mail.',
      async change(deps, id) {
        const { url, expires_at } = await makeResetLink(deps, id);
        console.log(`${url}\nIt works once, until ${expires_at}. Anybody with the link can log in as this person.`);
      },
    },
  ];
  return [listPeopleCommand, ...commands.map((command) => personCommand(command, connectIdentity))];
}

/** Lists people, newest first. */
const listPeopleCommand: Command = {
  name: 'people',
  usage: '[<part of a name or address>] [--json]',
  summary: 'Lists the people of this site and their usage, newest first.',
  async run(args, readConfig) {
    const { positionals, values } = parseArguments(args, { options: JSON_OPTION, allowPositionals: true });
    const config = readConfig();
    return withDatabase(config, async (db) => {
      const people = await readAll(db, positionals.join(' '));
      const last = people.length === 1 ? '1 person.' : `${people.length} people.`;
      printList(people, { json: values.json, describe, last });
      return 0;
    });
  },
};

async function readAll(db: Db, q: string): Promise<SitePerson[]> {
  const people: SitePerson[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await readPeople(db, { q, cursor, limit: PAGE });
    people.push(...page.rows);
    cursor = page.next ?? undefined;
    more = page.next !== null;
  }
  return people;
}

function personCommand(
  { name, usage, summary, check, change }: PersonCommand,
  connectIdentity: ConnectIdentity,
): Command {
  return {
    name,
    usage: ['anna@example.org', usage].filter(Boolean).join(' '),
    summary,
    async run(args, readConfig) {
      const { positionals } = parseArguments(args, { allowPositionals: true });
      const [address = '', ...rest] = positionals;
      if (!isEmailAddress(address) || (!check && rest.length > 0)) throw new UsageError();
      check?.(rest);
      const config = readConfig();
      const identity = await connectIdentity(config);
      const log = createLogger({ level: 'error', name: 'people' });
      return withDatabase(config, async (db, databaseUrl) => {
        try {
          await change({ config, db, databaseUrl, identity, log }, await personOf(db, address), rest);
          return 0;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          printError(error, address);
          return 1;
        }
      });
    },
  };
}

/** Runs a change that enqueues a mail. */
async function withQueue<Result>(
  { databaseUrl, log }: CommandDeps,
  use: (jobs: Awaited<ReturnType<typeof connectJobs>>) => Promise<Result>,
): Promise<Result> {
  const jobs = await connectJobs({ databaseUrl, definitions: [sendMailJob], supervise: false, log });
  try {
    return await use(jobs);
  } finally {
    await jobs.stop();
  }
}

/** @returns bytes; null for the usual quota @throws UsageError */
function readQuota([value = '', ...more]: readonly string[]): number | null {
  if (value === 'usual' && more.length === 0) return null;
  const bytes = Math.round(Number(value) * GB);
  if (more.length > 0 || !(bytes > 0) || !Number.isSafeInteger(bytes)) throw new UsageError();
  return bytes;
}

/** Error texts for the operator, where they differ from those of the page. */
function printError({ code, message }: DomainError, address: string): void {
  if (code === 'person.missing') console.error(`Nobody has registered with ${address}.`);
  else if (code === 'identity.unavailable') {
    console.error('The identity service does not respond. Please start Kinreel first.');
  } else console.error(message);
}

function describe({
  email,
  first_name,
  last_name,
  videos,
  used_bytes,
  quota_bytes,
  site_owner,
  disabled,
  delete_at,
}: SitePerson): string {
  return [
    `${email}  ${first_name} ${last_name}`,
    videos === 1 ? '1 video' : `${videos} videos`,
    `${formatBytes(used_bytes)} of ${quota_bytes === null ? 'the usual space' : `${quota_bytes / GB} GB`}`,
    ...(site_owner ? ['site owner'] : []),
    ...(disabled ? ['off'] : []),
    ...(delete_at ? [`deleted on ${delete_at.slice(0, 10)}`] : []),
  ].join(', ');
}
