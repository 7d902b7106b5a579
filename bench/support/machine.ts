import { cpus, loadavg, totalmem } from 'node:os';

/** One sentence about where and when something is measured. */
export function describeMachine(): string {
  const [core] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  return `${date}, ${cpus().length} cores (${core?.model.trim()}), ${gib} GiB, Node ${process.version}, load ${load} from other work`;
}
