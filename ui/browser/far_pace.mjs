/*
 * Rate limits for what relays send, and time slices for processing it: no relay can make the page
 * unusable.
 */

/* -- how much -------------------------------------------------------------------------------- */

const WINDOW_MS = 60_000;
const MOST_MESSAGES = { opening: 4000, open: 1200 }; // per window; stored events arrive while opening
const MOST_CHARS = 6_000_000; // in a window
const MOST_UNASKED = 100; // per window: neither new events nor answers

/** Message budget of one relay. */
export class Allowance {
  constructor() {
    this.begin();
  }

  begin() {
    this.from = Date.now();
    this.messages = { opening: 0, open: 0 };
    this.chars = 0;
    this.unasked = Math.max(MOST_UNASKED, this.unasked ?? 0);
  }

  /** Expect `count` more messages as answers. */
  asked(count) {
    this.unasked += count;
  }

  /** Count a message of `size` characters; return false if it exceeds the budget. */
  takes(size, phase, isNew) {
    if (Date.now() - this.from > WINDOW_MS) this.begin();
    this.messages[phase] += 1;
    this.chars += size;
    this.unasked += isNew ? 1 : -1; // tolerates a relay that sends everything twice
    return this.messages[phase] <= MOST_MESSAGES[phase] && this.chars <= MOST_CHARS && this.unasked >= 0;
  }
}

/* -- when ------------------------------------------------------------------------------------ */

const SLICE_MS = 8; // of work, followed by a pause for input events
const SHARE = { open: 4, opening: 0.5 }; // length of the pause, as a multiple of the work before it
const LONGEST_PAUSE_MS = 250;

/** Queue that processes work in slices with pauses. */
export class Slices {
  constructor() {
    this.waiting = [];
    this.spent = 0; // milliseconds used in this slice
    this.resting = false;
  }

  /** Run `act` in its turn, followed by a pause for its share of the time it took. */
  later(act, phase) {
    this.waiting.push([act, SHARE[phase]]);
    if (!this.resting) this.slice();
  }

  slice() {
    const begun = performance.now() - this.spent;
    let share = 0;
    while (this.waiting.length && this.spent < SLICE_MS) {
      const [act, its] = this.waiting.shift();
      share = Math.max(share, its);
      act();
      this.spent = performance.now() - begun;
    }
    if (this.spent < SLICE_MS) return;
    this.resting = true;
    const pause = Math.min(LONGEST_PAUSE_MS, share * this.spent);
    setTimeout(() => {
      this.resting = false;
      this.spent = 0;
      this.slice();
    }, pause);
  }
}
