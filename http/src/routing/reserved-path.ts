import { decodedRepeatedly } from "../parsing/repeated-decoding.ts";

const reserved = /^\/(?:api|health|metrics|\.well-known|openapi\.json)(?:[/.]|$)/;

/** What a careless reader could take a path for: decoded, in lower case, parameters of segments and doubled slashes left out. */
const carelesslyRead = (path: string): string =>
  decodedRepeatedly(path)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/;[^/\\]*/g, "")
    .replace(/[/\\]+/g, "/");

/** Whether a path is an API's, or so like one that a proxy could take it for one: the web app answers neither. */
export const isReservedPath = (path: string): boolean => reserved.test(carelesslyRead(path));
