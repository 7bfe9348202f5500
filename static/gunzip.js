/*
 * Unpacking of gzip (RFC 1951 and 1952) for browsers without DecompressionStream; loaded only there.
 */

const HEADER = 10;
const NAMED = 8; // flag: the name of the file follows
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15; // bits of a code

/** Return [base, extra bits] of the lengths (257 to 285) or distances (0 to 29) of a repetition. */
function bases(first, group, most) {
  const found = [];
  for (let base = first; found.length < most; ) {
    const extra = Math.max(0, Math.floor(found.length / group) - 1);
    found.push([base, extra]);
    base += 1 << extra;
  }
  return found;
}
const LENGTHS = [...bases(3, 4, 28), [258, 0]];
const DISTANCES = bases(1, 2, 30);

/** Return a table of codes: symbols by code, and how many codes there are of each length. */
function codes(lengths) {
  const counts = new Uint16Array(LONGEST + 1);
  for (const one of lengths) if (one > 0) counts[one] += 1;
  const starts = new Uint16Array(LONGEST + 2);
  for (let bits = 1; bits <= LONGEST; bits += 1) starts[bits + 1] = starts[bits] + counts[bits];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((bits, symbol) => bits > 0 && (symbols[starts[bits]++] = symbol));
  return { counts, symbols };
}

const fixed = () => [
  codes(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8))),
  codes(Array(30).fill(5)),
];

class Reader {
  constructor(data, at) {
    Object.assign(this, { data, at, held: 0, bits: 0 });
  }

  take(count) {
    while (this.bits < count) {
      if (this.at >= this.data.length) throw new Error("the file ends too early");
      this.held |= this.data[this.at++] << this.bits;
      this.bits += 8;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.bits -= count;
    return value;
  }

  symbol({ counts, symbols }) {
    let [code, first, index] = [0, 0, 0];
    for (let bits = 1; bits <= LONGEST; bits += 1) {
      code |= this.take(1);
      if (code - counts[bits] < first) return symbols[index + code - first];
      index += counts[bits];
      first = (first + counts[bits]) << 1;
      code <<= 1;
    }
    throw new Error("not a code");
  }

  /** Return the two tables of a block that has its own. */
  tables() {
    const [literals, distances, used] = [this.take(5) + 257, this.take(5) + 1, this.take(4) + 4];
    const plan = Array(19).fill(0);
    for (const at of ORDER.slice(0, used)) plan[at] = this.take(3);
    const planned = codes(plan);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(planned);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) lengths.push(...Array(3 + this.take(2)).fill(lengths.at(-1)));
      else lengths.push(...Array(symbol === 17 ? 3 + this.take(3) : 11 + this.take(7)).fill(0));
    }
    return [codes(lengths.slice(0, literals)), codes(lengths.slice(literals))];
  }
}

/** Return what a gzipped file contains. Throw if it is damaged. */
export function gunzip(data) {
  let at = HEADER;
  if (data[3] === NAMED) at = data.indexOf(0, at) + 1;
  else if (data[3] !== 0) throw new Error("a gzip file of another kind");
  const size = new DataView(data.buffer, data.byteOffset + data.length - 4).getUint32(0, true);
  const made = new Uint8Array(size);
  const reader = new Reader(data, at);
  let end = 0;
  for (let last = 0; last === 0; ) {
    last = reader.take(1);
    const kind = reader.take(2);
    if (kind === 0) end = stored(reader, made, end);
    else end = repeated(reader, kind === 1 ? fixed() : reader.tables(), made, end);
  }
  if (end !== size) throw new Error("the file is damaged");
  return made;
}

function stored(reader, made, end) {
  const from = reader.at - (reader.bits >> 3); // whole bytes that were read ahead
  const count = reader.data[from] | (reader.data[from + 1] << 8);
  made.set(reader.data.subarray(from + 4, from + 4 + count), end);
  Object.assign(reader, { at: from + 4 + count, held: 0, bits: 0 });
  return end + count;
}

function repeated(reader, [literals, distances], made, from) {
  let end = from;
  for (;;) {
    const symbol = reader.symbol(literals);
    if (symbol === 256) return end;
    if (symbol < 256) {
      made[end++] = symbol;
      continue;
    }
    const [base, extra] = LENGTHS[symbol - 257];
    const length = base + reader.take(extra);
    const [far, more] = DISTANCES[reader.symbol(distances)];
    const back = far + reader.take(more);
    if (back > end || end + length > made.length) throw new Error("the file is damaged");
    for (let left = length; left > 0; left -= 1, end += 1) made[end] = made[end - back];
  }
}
