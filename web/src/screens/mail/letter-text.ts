/** A piece of a letter: plain words, or a link of ours with where it leads to. */
export type Piece = { text: string; href?: string };

/** Splits a letter at its addresses; only those of our own origin become links. */
export function letterPieces(text: string, origin: string): readonly Piece[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const url = /^https?:/.test(piece) ? URL.parse(piece) : null;
      return url?.origin === origin ? { text: piece, href: url.href } : { text: piece };
    });
}
