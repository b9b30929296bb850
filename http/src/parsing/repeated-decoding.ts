/** How often a chain of proxies may decode a path. */
const decodings = 3;

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** A path, or a part of one, as the last of several proxies may see it. Text that cannot be decoded stays unchanged. */
export const decodeRepeatedly = (path: string): string => {
  let plain = path;
  for (let n = 0; n < decodings; n++) plain = decode(plain);
  return plain;
};
