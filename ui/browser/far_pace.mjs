/*
 * Rate limits for what relays send and for what is sent to them, and time slices for processing: no
 * relay can make the page unusable, and the page is a good guest.
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

const MOST_LETTERS = 1500; // of one author in a visit: a seat has fewer (engine/far/log.py)
const MOST_LETTER_CHARS = 3_000_000;
const MOST_WHISPERS = 300; // of one author, per window
const MOST_SPOILED = 20; // events of one author that nobody can read

/** Budget of one author of the table: what he floods is not the relay's doing. */
export class Author {
  constructor() {
    this.letters = this.chars = this.spoiled = 0;
    this.begin();
  }

  begin() {
    this.from = Date.now();
    this.whispers = 0;
  }

  /** Count a new event; return false if it exceeds the budget. */
  takes(size, stored) {
    if (Date.now() - this.from > WINDOW_MS) this.begin();
    if (stored) {
      this.letters += 1;
      this.chars += size;
    } else {
      this.whispers += 1;
    }
    const few = this.letters <= MOST_LETTERS && this.chars <= MOST_LETTER_CHARS;
    return few && this.whispers <= MOST_WHISPERS;
  }

  /** Count an event that nobody can read; return false if there are too many. */
  spoils() {
    this.spoiled += 1;
    return this.spoiled <= MOST_SPOILED;
  }
}

/* -- how often ------------------------------------------------------------------------------- */

export const MOST_TRIES = 5;
const FIRST_PAUSE_S = { refused: 5, silent: 10, rate: 20 };
const CALM_MS = 60_000; // after which a relay that had failed is tried once more

/** Pauses of one relay after failures, each twice as long, until it has failed MOST_TRIES times. */
export class Tries {
  constructor() {
    this.clear();
  }

  clear() {
    this.count = 0;
    this.from = 0; // when the next attempt may begin
    this.why = "";
    this.over = false;
  }

  /** Note a failure; return whether another attempt follows. */
  failed(why) {
    this.why = why;
    this.count += 1;
    const seconds = (FIRST_PAUSE_S[why] ?? FIRST_PAUSE_S.refused) * 2 ** (this.count - 1);
    this.from = Date.now() + 1000 * seconds;
    return this.count < MOST_TRIES || this.stop(why);
  }

  /** Give up; return false. */
  stop(why) {
    this.why = why;
    this.count = MOST_TRIES;
    this.from = Date.now() + CALM_MS;
    this.over = true;
    return false;
  }

  /** Allow a single attempt after giving up, unless that was less than a minute ago. */
  once() {
    if (!this.over || Date.now() < this.from) return;
    this.over = false;
    this.count = MOST_TRIES - 1;
    this.from = 0;
  }
}

const MOST_GUESTS = 64; // events of unknown authors in a visit
const MOST_GUEST_CHARS = 64_000;

/** Budget for events of unknown authors, which the inviter reads until both sit. */
export class Guests {
  constructor() {
    this.events = this.chars = 0;
  }

  take(size) {
    this.events += 1;
    this.chars += size;
    return this.events <= MOST_GUESTS && this.chars <= MOST_GUEST_CHARS;
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
