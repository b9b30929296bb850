import { promises as dns } from "node:dns";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface FormPost {
  url: string;
  fields: Readonly<Record<string, string>>;
  /** The address may be a private one, with a certificate that nobody vouches for. */
  allowPrivate: boolean;
  /** For all of it, from the look-up of the name on. */
  timeoutMs: number;
}

/** One sentence for both: whoever entered the name learns nothing about names of our own network. */
const notPublic = new Error("its host has no public address");

/** In milliseconds. */
const nameServerTimeout = 2000;

/**
 * Looks a name up for a connection, and checks what is connected to: a name may lead elsewhere a moment later. Not by `dns.lookup`, whose two
 * threads all look-ups of the process share: a slow name server of a developer would hold up everyone.
 */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  const resolver = new dns.Resolver({ timeout: nameServerTimeout, tries: 1 });
  const found = async (family: 4 | 6) =>
    (await resolver[`resolve${family}`](hostname).catch(() => [])).map((address) => ({ address, family }));
  void Promise.all([found(4), found(6)]).then((byFamily) => {
    const addresses = byFamily.flat();
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
 * Posts a form to an address that a developer chose. Follows no redirect, reads no body, and connects to no private network.
 * @returns the status of the answer
 * @throws if there is no answer in time
 */
export async function postForm({ url, fields, allowPrivate, timeoutMs }: FormPost): Promise<number> {
  const to = new URL(url);
  const literal = literalOf(to);
  if (!allowPrivate && literal !== null && !isPublicAddress(literal)) throw notPublic;
  const body = new URLSearchParams(fields).toString();
  const timeout = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    signal: timeout,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    },
    ...(!allowPrivate && { lookup: lookUpPublic }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent =
    to.protocol === "https:"
      ? httpsRequest(to, { ...options, rejectUnauthorized: !allowPrivate })
      : httpRequest(to, options);
  sent.on("response", (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  // An answer without `response`: whatever the other side sends, this ends.
  sent.on("upgrade", ({ statusCode = 0 }, socket) => {
    resolve(statusCode);
    socket.destroy();
  });
  sent.on("error", reject);
  sent.on("close", () => reject(new Error("it closed the connection")));
  timeout.addEventListener("abort", () => reject(timeout.reason));
  sent.end(body);
  return promise;
}
