/*
 * How much a relay may send, and when what it has sent is looked at: whatever a relay does, the page
 * can be used.
 */

/* -- how much -------------------------------------------------------------------------------- */

const WINDOW_MS = 60_000;
const MOST_MESSAGES = { opening: 4000, open: 1200 }; // in a window; at first all that is stored comes
const MOST_CHARS = 6_000_000; // in a window
const MOST_UNASKED = 100; // in a window: neither a new event nor the answer to something

/** What one relay may send. */
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

  /** So many messages more are its answer to something. */
  asked(count) {
    this.unasked += count;
  }

  /** Counts a message of so many characters; false: it is one too many. */
  takes(size, phase, isNew) {
    if (Date.now() - this.from > WINDOW_MS) this.begin();
    this.messages[phase] += 1;
    this.chars += size;
    this.unasked += isNew ? 1 : -1; // one that says everything twice is heard
    return this.messages[phase] <= MOST_MESSAGES[phase] && this.chars <= MOST_CHARS && this.unasked >= 0;
  }
}

/* -- when ------------------------------------------------------------------------------------ */

const SLICE_MS = 8; // of work, then a pause in which presses come first
const SHARE = { open: 4, opening: 0.5 }; // the pause, as a multiple of the work before it
const LONGEST_PAUSE_MS = 250;

/** Work that waits for its turn. */
export class Slices {
  constructor() {
    this.waiting = [];
    this.spent = 0; // milliseconds of this slice
    this.resting = false;
  }

  /** Does it when it is its turn; then for a share of that time nothing. */
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
