import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { createNonces, nonceSeconds } from "./nonces.ts";

const hmac = (...parts: string[]) => createHmac("sha256", "key").update(JSON.stringify(parts)).digest("base64url");
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

it("DP-05 gives a new nonce in each window, and takes those beside it", () => {
  const nonces = createNonces({ hmac, since: null });
  const nonce = nonces.current(at(0));
  expect(nonces.current(at(nonceSeconds - 1))).toBe(nonce);
  expect(nonces.current(at(nonceSeconds))).not.toBe(nonce);
  for (const seconds of [-nonceSeconds, 0, 2 * nonceSeconds - 1]) expect(nonces.accepts(nonce, at(seconds))).toBe(true);
  for (const seconds of [-nonceSeconds - 1, 2 * nonceSeconds]) expect(nonces.accepts(nonce, at(seconds))).toBe(false);
  expect(nonces.accepts("", at(0))).toBe(false);
});

it("DP-04 takes no nonce of before a restart, where used DPoP proofs were counted in memory", () => {
  const [before, after, other] = [at(0), at(10), null].map((since) => createNonces({ hmac, since }));
  const nonce = before?.current(at(20)) ?? "";
  expect([before, after, other].map((nonces) => nonces?.accepts(nonce, at(20)))).toEqual([true, false, false]);
});
