// Loaded before a process (--import): its clock is SHIFT_CLOCK_MS off, its timers are not.
const shift = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const { now } = Date;
Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now() + shift] : args),
});
