import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** The log position up to which a client has written or read. Valid only within its generation of the log. */
export interface PositionMark {
  generation: number;
  position: bigint;
}

/** Keyed digest of the parts, computed with the service's keyring. */
export type MarkSigner = (...parts: string[]) => string;

/** The header of a command's answer; a client may send it back with any request. */
export const positionHeader = "X-Log-Position";
/** The cookie with which a browser sends its newest mark; it expires `markSeconds` after the write. */
export const positionCookie = "__Host-position";
export const markSeconds = 30;

const form = /^([1-9]\d{0,8})-(0|[1-9]\d{0,18})$/;
const newestPosition = 2n ** 63n - 1n;

/** `<generation>-<position>`, the value of `X-Log-Position`. */
export const markText = ({ generation, position }: PositionMark): string => `${generation}-${position}`;

/** Null if the text is not exactly a mark. A mark is unauthenticated: callers check it against the log's head. */
export function parseMark(text: string): PositionMark | null {
  const [, generation, digits] = form.exec(text) ?? [];
  if (!generation || !digits) return null;
  const position = BigInt(digits);
  return position > newestPosition ? null : { generation: Number(generation), position };
}

const purpose = "position mark";

/** The cookie's value: mark, expiry (seconds since the epoch) and signature, separated by dots. */
export function signMark(mark: PositionMark, expiresAt: Date, hmac: MarkSigner): string {
  const text = markText(mark);
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${text}.${expires}.${hmac(purpose, text, expires)}`;
}

/** Null if the cookie is forged, has expired or is not a mark. */
export function readMark(cookie: string, now: Date, hmac: MarkSigner): PositionMark | null {
  const [text = "", expires = "", signature = "", ...more] = cookie.split(".");
  if (more.length > 0 || !/^\d{1,12}$/.test(expires)) return null;
  const mark = parseMark(text);
  if (!mark || !isEqualInConstantTime(signature, hmac(purpose, text, expires))) return null;
  return Number(expires) * 1000 > now.getTime() ? mark : null;
}
