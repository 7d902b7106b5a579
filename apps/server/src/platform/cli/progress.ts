/** Interval of progress messages, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Prints the progress of a command, at most every two seconds. */
export function createProgress<Report>(describe: (report: Report) => string): (report: Report) => void {
  let lastAt = Date.now();
  return (report) => {
    if (Date.now() < lastAt + INTERVAL_MS) return;
    lastAt = Date.now();
    console.log(describe(report));
  };
}
