import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { normaliseAddress, type TrustProxy, trusts } from "../parsing/client-address.ts";

/** Notices that somebody who is not a trusted proxy says for whom they send. */
export interface IgnoredForwarding {
  see(request: IncomingMessage): void;
  /** What an admin should do, once it has happened. */
  notice(): string | null;
}

/** Peers that belong to whoever runs the service. Any other address may be a person's, and is not written down. */
const own = new Set(["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

const adviceFor = (peer: string): string => {
  const isOwn = own.has(ipaddr.parse(peer).range());
  const [from, setting] = isOwn ? [peer, `TRUST_PROXY=${peer}`] : ["a public address", "TRUST_PROXY to its address"];
  return `X-Forwarded-For came from ${from}, which TRUST_PROXY does not name, and was not read. If that is your proxy, set ${setting}: until then, all users behind it share one budget of attempts`;
};

/** `onFirst` is called once, with the notice. */
export function watchIgnoredForwarding(trust: TrustProxy, onFirst: (notice: string) => void): IgnoredForwarding {
  const isTrusted = trusts(trust);
  let notice: string | null = null;
  return {
    see({ headers, socket }) {
      if (notice !== null || headers["x-forwarded-for"] === undefined) return;
      const peer = normaliseAddress(socket.remoteAddress ?? "");
      if (peer === null || isTrusted(peer, 0)) return;
      notice = adviceFor(peer);
      onFirst(notice);
    },
    notice: () => notice,
  };
}
