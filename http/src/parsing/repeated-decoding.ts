/** As often as a chain of proxies may decode a path before somebody reads it. */
const decodings = 3;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** A path, or a part of one, as the last of several readers may see it. What cannot be decoded stays as it is. */
export const decodedRepeatedly = (path: string): string => {
  let plain = path;
  for (let n = 0; n < decodings; n++) plain = decoded(plain);
  return plain;
};
