import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueMail } from '../features/mails/outbox.service.ts';
import { recordBackup } from '../features/operations/backup/backup-state.service.ts';
import { newId } from '../platform/ids.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { buildApp } from './build-app.ts';
import { createMetrics } from './metrics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('metrics contain requests by route, jobs, mails, connections and the disk, and no ids', async () => {
  const metrics = createMetrics(server.deps);
  const app = await buildApp(server.deps, undefined, metrics.observe);
  await enqueueMail(server.deps, server.deps.db, { kind: 'report', reportId: newId() });
  // Without a backup there is no value; 0 would look like a new backup.
  const early = await metrics.listen({ host: '127.0.0.1', port: 0 });
  const none = await (await fetch(`http://127.0.0.1:${early.port}/metrics`)).text();
  expect(none).not.toMatch(/^kinreel_backup_(age|verified_age)_seconds /m);
  await early.close();
  await recordBackup(server.deps.db, '/mnt/backups', new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  await server.deps.db.insertInto('site_warnings').values({ kind: 'backup', reason: 'old' }).execute();
  const secret = newId();
  await app.inject(`/media/videos/${secret}/poster`);
  await app.inject('/version?token=very-secret');
  const unsubscribe = await server.deps.events.subscribe(newId(), {
    onEvent: () => undefined,
    onLost: () => undefined,
  });
  const { port, close } = await metrics.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const elsewhere = await fetch(`http://127.0.0.1:${port}/`);
  unsubscribe();
  await close();
  await app.close();
  expect([response.status, elsewhere.status]).toEqual([200, 404]);
  for (const line of [
    /^kinreel_request_seconds_count\{method="GET",route="\/version",status="2xx"\} 1$/m,
    /^kinreel_request_seconds_count\{method="GET",route="\/media\/videos\/:\w+\/poster",status="4xx"\} 1$/m,
    /^kinreel_mails\{state="waiting"\} 1$/m,
    /^kinreel_jobs\{queue="send-mail",state="created"\} 1$/m,
    /^kinreel_oldest_job_seconds\{queue="send-mail"\} \d/m,
    /^kinreel_database_connections\{application="kinreel",state="active"\} [1-9]/m,
    /^kinreel_event_streams 1$/m,
    /^kinreel_sessions \d+$/m,
    /^kinreel_disk_free_bytes [1-9]/m,
    /^kinreel_failed_jobs 0$/m,
    /^kinreel_backup_age_seconds (6\d|7\d)/m,
    /^kinreel_site_warnings\{kind="backup"\} 1$/m,
    /^process_resident_memory_bytes /m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toContain(secret);
  expect(text).not.toContain('very-secret');
  // The dashboard and the alerts query only metrics that exist.
  const dashboard = ['grafana/kinreel.json', 'prometheus/kinreel-alerts.yml']
    .map((file) => readFileSync(join(import.meta.dirname, '../../../../deploy', file), 'utf8'))
    .join('\n');
  const asked = [...dashboard.matchAll(/\b(?:kinreel|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter((name) => !text.includes(name))).toEqual([]);
});
