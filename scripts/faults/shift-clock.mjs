// Preloaded with --import: shifts the clock of the process by SHIFT_CLOCK_MS, but not its timers.
const shift = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const { now } = Date;
Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now() + shift] : args),
});
