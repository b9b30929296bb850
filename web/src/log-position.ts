/** A log position as an answer carried it. It is opaque: only the service can compare two. */
export interface KeptMark {
  text: string;
  /** In milliseconds since the epoch. */
  receivedAt: number;
}

/** Answers that overtake each other are few. */
const most = 4;
/** As long as a browser keeps the cookie: the service refuses to read data that is older than a few seconds. */
const keptMs = 30_000;

/** The marks to keep after an answer that carried this one, or none. Answers may arrive out of order, so one mark would not do. */
export function keepMark(marks: readonly KeptMark[], text: string | null, now: number): readonly KeptMark[] {
  return text === null ? marks : [{ text, receivedAt: now }, ...marks].slice(0, most);
}

/** The value of `X-Log-Position` with which a request is answered as of the latest of the marks, or null. */
export function markHeader(marks: readonly KeptMark[], now: number): string | null {
  const recent = marks.filter(({ receivedAt }) => Math.abs(now - receivedAt) < keptMs);
  return recent.length === 0 ? null : recent.map(({ text }) => text).join(", ");
}
