/*
 * Reading stored events in pages: relays cap their answers, so older ones are asked for with
 * `until` until a page brings nothing new. No input or output; tests/far/test_reading.py.
 */

const MOST_PAGES = 400;
const MOST_READ = 9000; // events of one reading: more than two seats may have (engine/far)

/** One reading of a relay's stored events, newest first. */
export class Reading {
  /** `limit`: events of a page. `known(id)`: events that count as nothing new, as a reading that
   * only has to catch up needs; without it the reading goes to the end of what is stored. */
  constructor(limit, known = null) {
    this.limit = limit;
    this.known = known;
    this.seen = new Set();
    this.pages = 0;
    this.largest = 0; // events of the largest page: the relay's cap is no smaller
    this.gaps = 0; // seconds that may hold more events than a page
    this.cut = false; // stopped before the end
    this.until = null;
    this.stepped = false;
    this.begin();
  }

  begin() {
    this.page = new Set();
    this.fresh = 0;
    this.oldest = Infinity;
  }

  /** Whether everything that is stored was read. */
  get whole() {
    return !this.known && !this.cut && !this.gaps;
  }

  get filter() {
    return this.until === null ? { limit: this.limit } : { until: this.until, limit: this.limit };
  }

  /** Note an event of the current page. */
  take(id, createdAt) {
    if (this.page.has(id)) return;
    this.page.add(id);
    this.oldest = Math.min(this.oldest, createdAt);
    if (this.seen.has(id)) return;
    this.seen.add(id);
    if (!this.known?.(id)) this.fresh += 1;
  }

  /** End the current page; return whether another one has to be asked for. */
  next() {
    const { fresh, oldest } = this;
    const count = this.page.size;
    const full = count >= this.largest;
    this.begin();
    if (count && this.stepped) this.gaps += 1; // the page before was full of one second
    this.stepped = false;
    if (!count) return false;
    this.pages += 1;
    this.largest = Math.max(this.largest, count);
    this.cut = this.pages >= MOST_PAGES || this.seen.size >= MOST_READ;
    if (this.cut) return false;
    if (fresh) {
      this.until = this.until === null ? oldest : Math.min(oldest, this.until);
      return true;
    }
    if (this.until === null || !full || oldest < this.until) return false;
    this.until -= 1;
    this.stepped = true;
    return true;
  }
}
