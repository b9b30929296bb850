import { type AddressReader, networkOf, siteBits } from "../parsing/client-address.ts";

/** Admits a limited number of lines of each client's network. A customer of a provider gets up to a /48 of IPv6. */
export interface ThrottledAccessLog {
  admits(...address: Parameters<AddressReader>): boolean;
}

/** Of one network in one window. 20 lines a second are about 6 kB/s of log. */
export const mostLinesOfNetwork = 1_200;
const windowMs = 60_000;
/** Networks that are counted alone. All others are counted together. */
const mostNetworks = 10_000;
/** A longer `X-Forwarded-For` is read again for each request. */
const longestKey = 128;

interface ThrottledAccessLogParts {
  addressOf: AddressReader;
  /** Called at the end of a window in which lines were left out. */
  tell(leftOut: number, networks: number): void;
}

/** Throttles the lines of successful requests, so that one client can neither fill the disk nor hide what others do. */
export const createThrottledAccessLog = ({ addressOf, tell }: ThrottledAccessLogParts): ThrottledAccessLog => {
  const byNetwork = new Map<string, { lines: number }>();
  /** Finding the network of an address takes longer than writing the line. */
  const byAddress = new Map<string, { lines: number }>();

  const end = () => {
    const leftOut = [...byNetwork.values()].map(({ lines }) => lines - mostLinesOfNetwork).filter((lines) => lines > 0);
    byNetwork.clear();
    byAddress.clear();
    if (leftOut.length > 0)
      tell(
        leftOut.reduce((sum, lines) => sum + lines),
        leftOut.length,
      );
  };
  const counterOfNetwork = (network: string) => {
    const name = byNetwork.has(network) || byNetwork.size < mostNetworks ? network : "others";
    if (byNetwork.size === 0) setTimeout(end, windowMs).unref();
    const counter = byNetwork.get(name) ?? { lines: 0 };
    byNetwork.set(name, counter);
    return counter;
  };
  const counterOf = (...address: Parameters<AddressReader>) => {
    const key = address.join(" ");
    const known = byAddress.get(key);
    if (known) return known;
    const counter = counterOfNetwork(networkOf(addressOf(...address), siteBits) ?? "others");
    if (key.length <= longestKey && byAddress.size < mostNetworks) byAddress.set(key, counter);
    return counter;
  };
  return { admits: (...address) => ++counterOf(...address).lines <= mostLinesOfNetwork };
};
