import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readWarnings } from '../features/administration/site-warnings.service.ts';
import { countMails } from '../features/mails/outbox.service.ts';
import { readBackupState } from '../features/operations/backup/backup-state.service.ts';
import type { Deps } from '../platform/deps.ts';
import { countJobs } from '../platform/jobs/failed-jobs.ts';
import { freeDiskBytes } from '../platform/system/disk-space.ts';

/** One response. The route is the pattern, never a URL with ids. */
export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** Metrics for Prometheus (docs/operations.md), without personal data. */
export interface Metrics {
  observe(request: AnsweredRequest): void;
  /** @returns the port, and how to stop */
  listen(at: { host: string; port: number }): Promise<{ port: number; close(): Promise<void> }>;
}

/** Upper bounds of the histogram buckets, in seconds. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

/** Database metrics are read on each scrape, so every web server reports the same values. */
export function createMetrics(deps: Pick<Deps, 'config' | 'db' | 'events' | 'identity' | 'log'>): Metrics {
  const registers = [new Registry()];
  const registry = registers[0] as Registry;
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'kinreel_request_seconds',
    help: 'Answered requests and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const jobs = gauge('kinreel_jobs', 'Jobs in the queue by state', ['queue', 'state']);
  const oldest = gauge('kinreel_oldest_job_seconds', 'Age of the oldest job that is due and waits', ['queue']);
  const mails = gauge('kinreel_mails', 'Mails of the outbox by state', ['state']);
  const videos = gauge('kinreel_videos', 'Videos by status', ['status']);
  const connections = gauge('kinreel_database_connections', 'Connections to the database', ['application', 'state']);
  const failed = gauge('kinreel_failed_jobs', 'Failed jobs without a later run');
  const backupAge = gauge('kinreel_backup_age_seconds', 'Age of the last good backup; absent without a backup');
  const verified = gauge('kinreel_backup_verified_age_seconds', 'Age of the last verification of the backups');
  const warnings = gauge('kinreel_site_warnings', 'Warnings that site owners see, by kind', ['kind']);
  const disk = gauge('kinreel_disk_free_bytes', 'Free bytes on the disk of the data folder');

  const streams = gauge('kinreel_event_streams', 'Open event streams of this web server: pages that are open');
  const sessions = gauge('kinreel_sessions', 'Devices that are logged in');

  async function readAll(): Promise<void> {
    streams.set(deps.events.countAll());
    disk.set(await freeDiskBytes(deps.config));
    for (const [state, count] of Object.entries(await countMails(deps.db))) mails.set({ state }, count);
    jobs.reset();
    oldest.reset();
    for (const { queue, state, count, age } of await readJobs(deps)) {
      jobs.set({ queue, state }, count);
      if (state === 'created') oldest.set({ queue }, Math.max(0, age));
    }
    failed.set((await countJobs(deps.db)).failed);
    warnings.reset();
    for (const { kind } of await readWarnings(deps.db)) warnings.set({ kind }, 1);
    await readBackups();
    videos.reset();
    for (const { status, count } of await readVideos(deps)) videos.set({ status }, count);
    connections.reset();
    for (const { application, state, count } of await readConnections(deps)) {
      connections.set({ application, state }, count);
    }
    await readSessions();
  }

  /** Without a backup the metric is absent: 0 would look like a new backup. */
  async function readBackups(): Promise<void> {
    const now = new Date();
    const { goodAt, verifiedAt } = await readBackupState(deps.db, now);
    for (const [age, at] of [[backupAge, goodAt] as const, [verified, verifiedAt] as const]) {
      age.remove();
      if (at) age.set((now.getTime() - at.getTime()) / 1000);
    }
  }

  /** A hosted provider does not report its sessions. */
  async function readSessions(): Promise<void> {
    if (deps.config.identity.hostedDomain) return;
    // The last value would look as if the identity service still answered.
    sessions.remove();
    sessions.set(await deps.identity.countSessions());
  }

  return {
    observe({ method, route, status, seconds }) {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    async listen({ host, port }) {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics') return response.writeHead(404).end();
        try {
          await readAll();
        } catch (error) {
          // The remaining metrics still show the problem.
          deps.log.warn({ err: error }, 'some metrics cannot be read');
        }
        return response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
      });
      server.listen(port, host);
      await once(server, 'listening');
      return {
        port: (server.address() as AddressInfo).port,
        async close() {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  };
}

async function readJobs({ db }: Pick<Deps, 'db'>) {
  const { rows } = await sql<{ queue: string; state: string; count: number; age: number }>`
    select name as queue, state::text as state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(start_after)), 0)::float as age
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db);
  return rows;
}

async function readVideos({ db }: Pick<Deps, 'db'>) {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from videos group by status`.execute(db);
  return rows;
}

async function readConnections({ db }: Pick<Deps, 'db'>) {
  const { rows } = await sql<{ application: string; state: string; count: number }>`
    select application_name as application, coalesce(state, 'unknown') as state, count(*)::int as count
    from pg_stat_activity where datname = current_database() group by 1, 2`.execute(db);
  return rows;
}
