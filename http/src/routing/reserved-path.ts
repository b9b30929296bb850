import { decodeRepeatedly } from "../parsing/repeated-decoding.ts";

const reserved = /^\/(?:api|health|metrics|\.well-known|openapi\.json)(?:[/.]|$)/;

/** How a lenient server could read a path: decoded, in lower case, without segment parameters and doubled slashes. */
const readLeniently = (path: string): string =>
  decodeRepeatedly(path)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/;[^/\\]*/g, "")
    .replace(/[/\\]+/g, "/");

/** Whether a path belongs to an API, or a proxy could mistake it for one that does: the web app answers neither. */
export const isReservedPath = (path: string): boolean => reserved.test(readLeniently(path));
