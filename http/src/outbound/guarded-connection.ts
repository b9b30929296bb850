import { promises as dns } from "node:dns";
import { type ClientRequest, request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Where a request goes that this service makes because somebody else chose the address. */
export interface OutboundRequest {
  url: string;
  /** The address may be a private one, with a certificate that nobody vouches for. */
  allowPrivate: boolean;
  /** For all of it, from the look-up of the name on. */
  timeoutMs: number;
}

/** One sentence for both: whoever entered the name learns nothing about names of our own network. */
const notPublic = new Error("its host has no public address");

/** In milliseconds. */
const nameServerTimeout = 2000;

/** Finds the addresses of a name. Never rejects. */
export type FindAddresses = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>;

/**
 * Not by `dns.lookup`, whose two threads all look-ups of the process share: a slow name server of a developer would hold up everyone.
 */
const findByDns: FindAddresses = async (hostname) => {
  const resolver = new dns.Resolver({ timeout: nameServerTimeout, tries: 1 });
  const found = async (family: 4 | 6) =>
    (await resolver[`resolve${family}`](hostname).catch(() => [])).map((address) => ({ address, family }));
  return (await Promise.all([found(4), found(6)])).flat();
};

/** Looks a name up for a connection, and checks what is connected to: a name may lead elsewhere a moment later. */
export const lookUpPublic =
  (findAddresses: FindAddresses): LookupFunction =>
  (hostname, options, done) => {
    void findAddresses(hostname).then((addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic, "");
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/** A host that is an address is not looked up. */
const literalOf = ({ hostname }: URL): string | null => {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
};

/**
 * Begins a request that follows no redirect and connects to no private network.
 * @throws if the host is the literal address of a private network
 */
export function beginRequest(
  { url, allowPrivate }: Pick<OutboundRequest, "url" | "allowPrivate">,
  options: RequestOptions & { signal: AbortSignal },
  findAddresses = findByDns,
): ClientRequest {
  const to = new URL(url);
  const literal = literalOf(to);
  if (!allowPrivate && literal !== null && !isPublicAddress(literal)) throw notPublic;
  const guarded = { ...options, agent: false, ...(!allowPrivate && { lookup: lookUpPublic(findAddresses) }) } as const;
  return to.protocol === "https:"
    ? httpsRequest(to, { ...guarded, rejectUnauthorized: !allowPrivate })
    : httpRequest(to, guarded);
}
