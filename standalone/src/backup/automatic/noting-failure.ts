/** Pieces that are handed to somebody else's code, which may throw another error than the one that ended them. */
export interface NotedPieces {
  pieces: AsyncIterable<Uint8Array>;
  /** The error that ended the pieces, if one has; else the given one. */
  causeOf(error: unknown): unknown;
}

export function notingFailure(source: AsyncIterable<Uint8Array>): NotedPieces {
  let noted: { error: unknown } | undefined;
  async function* pieces() {
    try {
      yield* source;
    } catch (error) {
      noted = { error };
      throw error;
    }
  }
  return { pieces: pieces(), causeOf: (error) => (noted ? noted.error : error) };
}
