// Virtual time in the page, before its own scripts: performance.now and the timers stand still until `virtual.run`.
// The browser's own date may not be read: the page has only the box's clock. `virtual.dateReads` counts.
(() => {
  const RealDate = Date, realTimeout = setTimeout.bind(window);
  let now = 1000, last = 0, source = null;
  const timers = new Map();
  const virtual = window.virtual = { received: 0, dateReads: 0, now: () => now };

  performance.now = () => now;
  window.setTimeout = (call, delay = 0) => { timers.set(++last, { call, at: now + Math.max(0, delay) }); return last };
  window.setInterval = (call, delay) => { timers.set(++last, { call, at: now + delay, every: delay }); return last };
  window.clearTimeout = window.clearInterval = (id) => timers.delete(id);
  window.Date = class extends RealDate {
    constructor(...values) { if (!values.length) virtual.dateReads += 1; super(...values) }
    static now() { virtual.dateReads += 1; return RealDate.now() }
  };
  window.EventSource = class extends EventSource {
    constructor(url) {
      super(url);
      source = this;
      for (const name of ["plan", "clock", "daemon"]) this.addEventListener(name, () => { virtual.received += 1 });
    }
  };

  const breathe = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { port1.close(); done() }; port2.postMessage(0) });
  const real = virtual.real = (milliseconds) => new Promise((done) => realTimeout(done, milliseconds));

  /** Runs the timers of so many seconds, in their order. */
  virtual.run = async (seconds) => {
    const end = now + seconds * 1000;
    for (let count = 0; ; count++) {
      let due = null;
      for (const [id, timer] of timers) if (timer.at <= end && (!due || timer.at < due.at)) due = { id, ...timer };
      if (!due) break;
      now = Math.max(now, due.at);
      if (due.every) timers.get(due.id).at += due.every; else timers.delete(due.id);
      due.call();
      if (count % 8 === 7) await breathe();
    }
    now = end;
  };

  /** The same for hours, with the box's clock every 20 seconds, but without the network; answers the box's time then. */
  virtual.runWithoutNetwork = async (seconds, box) => {
    const realFetch = window.fetch;
    window.fetch = (url, ...rest) => String(url).includes("heartbeat") ? Promise.resolve(new Response(null, { status: 204 })) : realFetch(url, ...rest);
    for (const end = box + seconds; box < end;) {
      await virtual.run(20);
      box += 20;
      source.dispatchEvent(new MessageEvent("clock", { data: JSON.stringify({ now: box }) }));
    }
    window.fetch = realFetch;
    return box;
  };

  /** Runs the timers, with the box's clock every `step` seconds. `box` is the box's time now; answers its time then. */
  virtual.runWithBox = async (seconds, box, step = 10) => {
    for (let done = 0; done < seconds; done += step) {
      const part = Math.min(step, seconds - done);
      await virtual.run(part);
      box += part;
      const before = virtual.received;
      await tellBox(box);
      for (let waited = 0; virtual.received === before; waited++) {
        if (waited > 5000) throw new Error("the clock event did not arrive");
        await (waited < 200 ? breathe() : real(1));
      }
    }
    await virtual.run(0.03);  // so that the tick of the last second has come
    return box;
  };
})();
