import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { TrustProxy } from "../parsing/client-address.ts";
import { watchIgnoredForwarding } from "./ignored-forwarding.ts";

/** What is noticed of a request from this peer. */
function seen(trust: TrustProxy, remoteAddress: string, headers: object = { "x-forwarded-for": "203.0.113.7" }) {
  const first: string[] = [];
  const forwarding = watchIgnoredForwarding(trust, (notice) => first.push(notice));
  const request = { headers, socket: { remoteAddress } } as IncomingMessage;
  forwarding.see(request);
  forwarding.see(request);
  expect(first).toEqual([forwarding.notice()].filter((notice) => notice !== null));
  return forwarding.notice();
}

describe("FA-10 X-Forwarded-For", () => {
  it("from a peer that is not trusted is noticed once, with the setting to use", () => {
    for (const peer of ["10.0.0.5", "127.0.0.1", "fd00::5", "100.64.0.9"]) {
      expect(seen("none", peer)).toContain(`set TRUST_PROXY=${peer}:`);
    }
    expect(seen("none", "::ffff:10.0.0.5")).toContain("set TRUST_PROXY=10.0.0.5:");
    expect(seen(["10.0.0.4"], "10.0.0.5")).toContain("set TRUST_PROXY=10.0.0.5:");
  });
  it("from a public address is noticed without the address, which may be a person's", () => {
    expect(seen("none", "198.51.100.9")).toContain("from a public address");
    expect(seen("none", "2001:4860::8888")).not.toContain("8888");
  });
  it("from a trusted proxy is no news, nor is a request without it", () => {
    expect(seen(1, "10.0.0.5")).toBeNull();
    expect(seen(["10.0.0.0/24"], "10.0.0.5")).toBeNull();
    expect(seen("none", "10.0.0.5", {})).toBeNull();
  });
});
