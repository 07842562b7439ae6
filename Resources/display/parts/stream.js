// The events of the box. The stream reconnects for ever, and waits 1 s to 30 s between attempts.
//
// The browser's own reconnecting gives up on an answer such as 503, and does not see a connection that is open but dead.
// So the stream closes at each error and opens anew, and also after 30 s without an event.

const SILENCE = 30_000, LONGEST_WAIT = 30_000;

export class Stream {
  #url; #handlers; #source = null; #timer = null;
  #wait = 1000;
  #opened = 0;
  #heard = null;

  /** Each handler gets the data of an event, and the connection with which it came. */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
    setInterval(() => this.#watch(), 5000);
  }

  open() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#source?.close();
    this.#opened = performance.now();
    const source = this.#source = new EventSource(this.#url);
    for (const [name, handle] of Object.entries(this.#handlers)) {
      source.addEventListener(name, async (event) => {
        if (source !== this.#source) return;
        this.#heard = performance.now();
        try {
          await handle(JSON.parse(event.data), source);
          this.#wait = 1000;
        } catch (error) {  // The next connection begins with a new plan.
          console.error(name, error);
          if (source === this.#source) this.#later();
        }
      });
    }
    source.onerror = () => { if (source === this.#source) this.#later() };
  }

  /** Opens anew, unless it is waiting for that: after the machine slept. */
  reopen() {
    if (this.#heard === null || performance.now() - this.#heard > 1000) this.open();
  }

  /** Since when nothing came, in the box's time; null while the stream is well. */
  silentSince(clock) {
    if (this.#heard === null || performance.now() - this.#heard <= SILENCE) return null;
    return clock.at(this.#heard);
  }

  #later() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
    const spread = 0.75 + Math.random() / 2;  // so that many pages do not come at once
    this.#timer = setTimeout(() => this.open(), Math.min(this.#wait * spread, LONGEST_WAIT));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #watch() {
    const since = Math.max(this.#heard ?? 0, this.#opened);
    if (this.#source && performance.now() - since > SILENCE) this.#later();
  }
}
