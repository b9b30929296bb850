/** Preloaded by a process whose clock is off by `CLOCK_OFF_SECONDS`. */
const offMs = Number(process.env.CLOCK_OFF_SECONDS) * 1000;
const systemNow = Date.now;
const now = () => systemNow() + offMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
