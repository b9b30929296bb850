const reserved = /^\/(?:api|health|metrics|\.well-known|openapi\.json)(?:[/.]|$)/;

/** As often as a chain of proxies may decode a path before somebody reads it. */
const decodings = 3;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** What a careless reader could take a path for: decoded, in lower case, parameters of segments and doubled slashes left out. */
const carelesslyRead = (path: string): string => {
  let plain = path;
  for (let n = 0; n < decodings; n++) plain = decoded(plain);
  return plain
    .normalize("NFKC")
    .toLowerCase()
    .replace(/;[^/\\]*/g, "")
    .replace(/[/\\]+/g, "/");
};

/** Whether a path is an API's, or so like one that a proxy could take it for one: the web app answers neither. */
export const isReservedPath = (path: string): boolean => reserved.test(carelesslyRead(path));
