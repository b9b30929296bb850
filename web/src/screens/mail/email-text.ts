/** A piece of an email: plain text, or a link to this service with its target. */
export type Piece = { text: string; href?: string };

/** Splits an email at its URLs; only URLs of `origin` become links. */
export function emailPieces(text: string, origin: string): readonly Piece[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const url = /^https?:/.test(piece) ? URL.parse(piece) : null;
      return url?.origin === origin ? { text: piece, href: url.href } : { text: piece };
    });
}
