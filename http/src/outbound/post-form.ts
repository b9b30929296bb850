import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface FormPost {
  url: string;
  fields: Readonly<Record<string, string>>;
  /** For tests: the address may be a private one, with a certificate that nobody vouches for. */
  allowPrivate: boolean;
  /** For all of it, from the look-up of the name on. */
  timeoutMs: number;
}

const isPrivate = new Error("its address is in a private network");

/** Looks a name up for a connection, and checks what is connected to: a name may lead elsewhere a moment later. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...(options as LookupOptions), all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, "");
    if (!addresses.every(({ address }) => isPublicAddress(address))) return done(isPrivate, "");
    const [first] = addresses;
    return options.all ? done(null, addresses) : done(null, first?.address ?? "", first?.family);
  });
};

/** An address in brackets or none is not looked up. */
const literalOf = ({ hostname }: URL): string | null => {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? null : bare;
};

/**
 * Posts a form to an address that a developer chose. Follows no redirect, reads no body, and connects to no private network.
 * @returns the status of the answer
 * @throws if there is no answer
 */
export async function postForm({ url, fields, allowPrivate, timeoutMs }: FormPost): Promise<number> {
  const to = new URL(url);
  const literal = literalOf(to);
  if (!allowPrivate && literal !== null && !isPublicAddress(literal)) throw isPrivate;
  const body = new URLSearchParams(fields).toString();
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
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
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
