/** A piece of a letter: plain words, or a link of ours with the path it leads to. */
export type Piece = { text: string; path?: string };

/** Splits a letter at its addresses; only those of our own origin become links. */
export function letterPieces(text: string, origin: string): readonly Piece[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const url = /^https?:/.test(piece) ? URL.parse(piece) : null;
      return url?.origin === origin
        ? { text: piece, path: `${url.pathname}${url.search}${url.hash}` }
        : { text: piece };
    });
}
