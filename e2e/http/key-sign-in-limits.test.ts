/** @module-tag embedded/moves-clock */
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser } from "./client.ts";
import { beginPasskeySignIn, givenHardwareKey } from "./hardware-key-calls.ts";
import { byStatus, from, inBatches } from "./limited.ts";
import type { SoftwareAuthenticator } from "./software-authenticator.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

async function signInFrom(address: string, key: SoftwareAuthenticator, challenge?: string) {
  const { options, cookie } = await beginPasskeySignIn(product.url);
  const response = key.assert(challenge === undefined ? options : { ...options, challenge });
  const headers = { ...from(address), cookie };
  return call(product.url, "POST /api/auth/webauthn/login-complete", { headers, body: { response } });
}

describe("a sign-in with a hardware key", () => {
  it("RL-05 is refused for a network that has answered wrong a hundred times in an hour, and for no other", async () => {
    const key = await givenHardwareKey(product.url, await givenSignedInUser(product.url));
    // A right answer consumes nothing.
    expect((await signInFrom("203.0.113.9", key)).status).toBe(200);
    const tries = Array.from({ length: 110 }, () => crypto.randomUUID());

    const answered = byStatus(
      await inBatches(tries, (challenge, n) => signInFrom(`203.0.113.${n}`, key, challenge.replaceAll("-", ""))),
    );

    expect([answered[400]?.length, answered[429]?.length]).toEqual([100, 10]);
    expect(Number(answered[429]?.[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signInFrom("203.0.113.9", key)).status).toBe(429);
    expect((await signInFrom("198.51.100.9", key)).status).toBe(200);
    product.advance(3600);
    expect((await signInFrom("203.0.113.9", key)).status).toBe(200);
  });
});
