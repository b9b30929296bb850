/** Beside ten million keys, one in five that was never added is reported as maybe added. */
const bits = 2 ** 25;

/** Knows of most keys that they were never added, so that they are not looked for (a Bloom filter). 4 MiB, however many keys there are. */
export class KeyFilter {
  readonly #words = new Uint32Array(bits / 32);

  add(owner: number, key: string): void {
    const first = hashOf(owner, key);
    this.#set(first);
    this.#set(mixed(first));
  }

  /** False: this owner has certainly not added the key. */
  mayHave(owner: number, key: string): boolean {
    const first = hashOf(owner, key);
    return this.#has(first) && this.#has(mixed(first));
  }

  #set(hash: number): void {
    const bit = hash & (bits - 1);
    this.#words[bit >>> 5] = (this.#words[bit >>> 5] as number) | (1 << (bit & 31));
  }

  #has(hash: number): boolean {
    const bit = hash & (bits - 1);
    return ((this.#words[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }
}

/** FNV-1a (draft-eastlake-fnv), over UTF-16 code units. */
function hashOf(owner: number, key: string): number {
  let hash = Math.imul(0x811c9dc5 ^ owner, 0x01000193);
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Spreads every bit over all others. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const rest = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return rest ^ (rest >>> 16);
}
