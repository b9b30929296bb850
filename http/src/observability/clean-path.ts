import { decodeRepeatedly } from "../parsing/repeated-decoding.ts";
import { removeSecrets } from "./redact.ts";

const longest = 512;

/** The start of a query or of parameters, also percent-encoded, once or repeatedly. */
const parameters = /[?;#&=]|%(?:25)*(?:3f|3b|23|26|3d)/i;
/** Words of at least this length are taken for secrets: only our secrets are this long. */
const tokenLength = 64;

const isFit = (segment: string): boolean => {
  const plain = decodeRepeatedly(segment);
  return plain.split(/[^\w-]/).every((word) => word.length < tokenLength) && removeSecrets(plain) === plain;
};

/**
 * The path of a request target, safe to log: without its query, and without segments that look like a secret or an email
 * address. Inconspicuous segments stay, so log the declared path of a route instead where there is one.
 */
export const cleanPath = (target: string): string => {
  const [path = ""] = target.slice(0, longest).split(parameters, 1);
  const segments = path.split("/");
  return segments.map((segment) => (isFit(segment) ? segment : "[removed]")).join("/");
};
