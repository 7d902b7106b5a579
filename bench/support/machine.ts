import { cpus, loadavg, totalmem } from 'node:os';

/** One line about the machine and the date of a measurement. */
export function describeMachine(): string {
  const [core] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  return `${date}, ${cpus().length} cores (${core?.model.trim()}), ${gib} GiB, Node ${process.version}, load ${load} from other work`;
}
