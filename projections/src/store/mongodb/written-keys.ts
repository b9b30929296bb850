/** How many keys the first filter takes; each further one takes twice as many. */
const firstTakes = 8192;
/** With seven bits set of each key, about one of a hundred keys that were not added seems to have been. */
const [bitsPerKey, bitsSet] = [10, 7];

interface Filter {
  bits: Uint8Array;
  takes: number;
}

/**
 * Which keys a build may have written, in ten bits each (a Bloom filter): a key that was not added can neither be loaded nor exist already.
 */
export class WrittenKeys {
  readonly #filters: Filter[] = [];
  #room = 0;

  add(key: string): void {
    if (this.mayHave(key)) return;
    const filter = this.#withRoom();
    const [one, other] = hashed(key);
    for (let n = 0; n < bitsSet; n++) {
      const bit = bitAt(filter, one + n * other);
      filter.bits[bit >>> 3] = (filter.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  /** False only for a key that was not added. */
  mayHave(key: string): boolean {
    const [one, other] = hashed(key);
    return this.#filters.some((filter) => hasAll(filter, one, other));
  }

  #withRoom(): Filter {
    const last = this.#filters.at(-1);
    if (last && this.#room-- > 0) return last;
    const takes = last ? last.takes * 2 : firstTakes;
    const next = { bits: new Uint8Array(Math.ceil((takes * bitsPerKey) / 8)), takes };
    this.#filters.push(next);
    this.#room = takes - 1;
    return next;
  }
}

const bitAt = ({ bits }: Filter, hash: number): number => (hash >>> 0) % (bits.length * 8);

function hasAll(filter: Filter, one: number, other: number): boolean {
  for (let n = 0; n < bitsSet; n++) {
    const bit = bitAt(filter, one + n * other);
    if (((filter.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** Two hashes of the key: FNV-1a from two starts. The second is odd, so that no bit is set twice. */
function hashed(key: string): [number, number] {
  let [one, other] = [0x811c9dc5, 0x1234567];
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 15);
  }
  return [one >>> 0, (other | 1) >>> 0];
}
