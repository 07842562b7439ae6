// The box's clock, kept between events by the browser's monotonic clock. The browser's own date and zone are never read.

export class BoxClock {
  #offset = null;

  /** The box said at this moment that it is `now`, in seconds of the epoch. */
  set(now) {
    if (Number.isFinite(now)) this.#offset = now - performance.now() / 1000;
  }

  /** Seconds of the epoch, with decimals; null before the first event. */
  now() {
    return this.#offset === null ? null : this.#offset + performance.now() / 1000;
  }

  /** Seconds of the epoch at a past moment of the monotonic clock, in milliseconds. */
  at(milliseconds) {
    return this.#offset === null ? null : this.#offset + milliseconds / 1000;
  }

  /** Milliseconds until the box's next whole second. A little more, so that the second has come. */
  untilNextSecond() {
    const now = this.now();
    return now === null ? 1000 : Math.max(20, (Math.floor(now) + 1 - now) * 1000 + 5);
  }
}
