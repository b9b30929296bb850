/** @module-tag embedded/moves-clock */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser } from "./client.ts";
import { askUserinfo, givenParties, givenTokens } from "./grants.ts";
import { enableTotp, givenProtectedUser, signInWith } from "./second-factors.ts";
import { claimsOf, postForm } from "./token-calls.ts";

const hour = 3600;

/** A product on a machine whose clock is an hour ahead until `setRight`. */
function anHourAhead() {
  let aheadMs = hour * 1000;
  const systemTime = () => Date.now() + aheadMs;
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-clock-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const start = () => startInProcess({ DATA_DIR: dataDir }, { systemTime });
  return {
    start,
    setRight() {
      aheadMs = 0;
    },
  };
}
const readiness = async (url: string) => (await (await fetch(`${url}/health/ready`)).json()) as object;
const isNow = (seconds = 0) => Math.abs(seconds - Date.now() / 1000) < 60;

describe("FA-03 a clock that is an hour ahead while one person signs up, and is then set right", () => {
  it.for(["while the service runs", "before it starts again"])("%s", async (when) => {
    const { start, setRight } = anHourAhead();
    let product = await start();
    onTestFinished(() => product.remove());
    const { url: firstUrl } = product;
    const ahead = new Date(Date.now() + hour * 1000);
    const other = await givenProtectedUser(firstUrl, ahead);
    const newcomer = await givenSignedInUser(firstUrl);
    expect(await readiness(firstUrl)).toEqual({ status: "ready", reasons: {} });
    setRight();
    if (when === "before it starts again") {
      await product.remove();
      product = await start();
      expect(product.output()).toContain("system clock behind the event log");
    }
    const { url } = product;
    expect(await readiness(url)).toEqual({
      status: "degraded",
      reasons: { clock: expect.stringMatching(/^is (59|60) minutes behind the event log$/) },
    });
    // Who signed up stays signed in, and codes of right clocks are accepted.
    expect(await call(url, "GET /api/auth/me", { token: newcomer.token })).toMatchObject({ status: 200 });
    const totp = await enableTotp(url, newcomer.token);
    expect(await signInWith(url, newcomer, { totpCode: codeAt(totp.secret, new Date(), 1) })).toMatchObject({
      status: 200,
    });
    expect(await signInWith(url, other, { totpCode: codeAt(other.secret, new Date()) })).toMatchObject({ status: 200 });

    const parties = await givenParties(url);
    const tokens = await givenTokens(parties, { scope: "openid offline_access" });
    for (const token of [tokens.access_token, tokens.id_token]) {
      const { iat, exp, auth_time } = claimsOf(token) as Record<string, number>;
      expect([iat, (exp ?? 0) - hour, auth_time].map(isNow)).toEqual([true, true, true]);
    }
    const about = (token: string) => postForm(`${url}/api/oauth/introspect`, { token }, { basic: parties.application });
    expect(await askUserinfo(url, tokens.access_token)).toMatchObject({ status: 200 });
    expect((await about(tokens.access_token)).body).toMatchObject({ active: true });
    const refreshToken = (await about(tokens.refresh_token)).body;
    expect([refreshToken.active, isNow(refreshToken.iat)]).toEqual([true, true]);
  });
});
