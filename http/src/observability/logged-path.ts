import { decodedRepeatedly } from "../parsing/repeated-decoding.ts";
import { cleaned } from "./redact.ts";

const longest = 512;

/** Where a query or parameters begin, also for a reader who decodes first. */
const parameters = /[?;#&=]|%(?:25)*(?:3f|3b|23|26|3d)/i;
/** As long a word as only secrets of ours are. */
const tokenLength = 64;

const isFit = (segment: string): boolean => {
  const plain = decodedRepeatedly(segment);
  return plain.split(/[^\w-]/).every((word) => word.length < tokenLength) && cleaned(plain) === plain;
};

/**
 * The path of a request target, fit to be kept in the log: without its query, and without segments that look like a secret or a
 * mail address. What looks like nothing in particular stays, so a declared route is better named by its own path.
 */
export const loggedPath = (target: string): string => {
  const [path = ""] = target.slice(0, longest).split(parameters, 1);
  const segments = path.split("/");
  return segments.map((segment) => (isFit(segment) ? segment : "[removed]")).join("/");
};
