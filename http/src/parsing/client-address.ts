import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** How far `X-Forwarded-For` is trusted: not at all, for a number of proxies, or while the sender is in these networks. */
export type TrustProxy = "none" | number | readonly string[];

/** Strips brackets, port and zone: `[2001:db8::1]:443`, `203.0.113.7:5000` and `fe80::1%eth0`. */
const bareAddress = (text: string) =>
  text
    .replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2")
    .split("%", 1)
    .join();

/** The shortest form of an address, without port and zone; an IPv4-mapped address becomes IPv4. Null if not an address. */
export const normaliseAddress = (text: string): string | null => {
  const bare = bareAddress(text);
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString();
};

/** Accepts only complete addresses: "1.5" and "100" would parse as IPv4, too. Throws if the text is not a network. */
const rangeOf = (network: string) => {
  const address = network.replace(/\/\d{1,3}$/, "");
  if (isIP(address) === 0) throw new TypeError(`${network} is neither an address nor a network`);
  return ipaddr.parseCIDR(address === network ? `${address}/${address.includes(":") ? 128 : 32}` : network);
};

/** The widest networks that one owner can have: 10.0.0.0/8 and fc00::/7. */
const widest = { ipv4: 8, ipv6: 7 };

/** The networks that hold so many addresses that nearly everyone is in them. What is not a network is left out. */
export const tooWideNetworks = (networks: readonly string[]): string[] =>
  networks
    .map((network) => network.trim())
    .filter((network) => {
      if (!ipaddr.isValidCIDR(network)) return false;
      const [address, bits] = ipaddr.parseCIDR(network);
      return bits < widest[address.kind()];
    });

const inNetworks = (networks: readonly string[]) => {
  const ranges = networks.map(rangeOf);
  return (address: string) => ipaddr.subnetMatch(ipaddr.process(address), { trusted: ranges }, "foreign") === "trusted";
};

/** Whether the sender of hop `index` (0 is the socket) is one of our proxies. Throws on an invalid network. */
export const trusts = (trust: TrustProxy): ((address: string, index: number) => boolean) => {
  if (trust === "none") return () => false;
  if (typeof trust === "number") return (_address, index) => index < trust;
  const trusted = inNetworks(trust);
  return (address) => trusted(address);
};

const unknown = "0.0.0.0";

/** Finds a client's address from that of its socket and from `X-Forwarded-For`. */
export type AddressReader = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Returns a function that finds the client's address: the first one from the right that is not one of our proxies. An entry
 * that is not an address ends the search, so nothing forged further left is trusted.
 */
export const createAddressReader = (trust: TrustProxy): AddressReader => {
  const isTrusted = trusts(trust);
  return (socketAddress, forwardedFor) => {
    const sender = normaliseAddress(socketAddress ?? "") ?? unknown;
    if (trust === "none" || !forwardedFor) return sender;
    return firstUntrusted(sender, forwardedFor.split(",").reverse(), isTrusted);
  };
};

/** Walks from the sender along the hops, until an address is not trusted or an entry is not an address. */
const firstUntrusted = (
  sender: string,
  hops: readonly string[],
  isTrusted: (address: string, index: number) => boolean,
): string => {
  let address = sender;
  for (const [index, hop] of hops.entries()) {
    const next = isTrusted(address, index) ? normaliseAddress(hop.trim()) : null;
    if (next === null) break;
    address = next;
  }
  return address;
};

/** The prefix that one site usually has in IPv6 (RFC 6177): 65,536 networks. */
export const siteBits = 48;

/**
 * The network that rate limits count by: `203.0.113.0/24`, or the /64 of an IPv6 address, or its wider network of `bitsV6`. Null if not
 * an address.
 */
export const networkOf = (address: string, bitsV6 = 64): string | null => {
  const normal = normaliseAddress(address);
  if (normal === null) return null;
  const bits = normal.includes(":") ? bitsV6 : 24;
  const network = normal.includes(":")
    ? ipaddr.IPv6.networkAddressFromCIDR(`${normal}/${bits}`)
    : ipaddr.IPv4.networkAddressFromCIDR(`${normal}/${bits}`);
  return `${network.toString()}/${bits}`;
};

/**
 * The /56 and the /48 around an IPv6 network of `networkOf`. One customer often has such a network, with 256 or 65,536 networks of
 * 64 bits. None for other networks.
 */
export const widerNetworks = (network: string): string[] => {
  const address = network.endsWith("/64") ? network.slice(0, -"/64".length) : "";
  return isIP(address) === 6 ? [56, siteBits].flatMap((bits) => networkOf(address, bits) ?? []) : [];
};
