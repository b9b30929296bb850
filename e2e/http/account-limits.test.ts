/** @module-tag embedded/moves-clock */
import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, secureOwn } from "./admins.ts";
import { type Answered, call, givenSignedInUser, signIn } from "./client.ts";
import { filled, named } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { byStatus } from "./limited.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on" });
beforeAll(() => {
  product.stopClock();
});

const changeProfile = (token: string, n: number): Promise<Answered> =>
  call(product.url, "PUT /api/user/profile", { token, body: { firstName: `Ann ${n}`, lastName: "" } });
const changeProfiles = async (token: string, count: number) => {
  const responses: Answered[] = [];
  // One after the other, so that they do not conflict.
  for (let n = 0; n < count; n++) responses.push(await changeProfile(token, n));
  return responses;
};
const refusal = (seconds: number) => [429, String(seconds), "too_many_attempts"];
const refusalOf = ({ status, headers, body }: Answered) => [status, headers.get("retry-after"), body.code];

describe("the writes of one account", () => {
  it("A7 are limited to 120 a minute, then 429 with Retry-After, and nothing is written", async () => {
    const owner = await givenSignedInUser(product.url);
    const other = await givenSignedInUser(product.url);

    const { response: responses, events } = await when(product, () => changeProfiles(owner.token, 150));

    const { 200: accepted = [], 429: refused = [] } = byStatus(responses);
    expect([accepted.length, refused.length]).toEqual([120, 30]);
    for (const answer of refused) expect(refusalOf(answer)).toEqual(refusal(60));
    const written = events.map(({ type }) => type);
    expect(written).toEqual(Array(120).fill("ProfileChanged"));
    const elsewhere = await when(product, async () => changeProfile(await signIn(product.url, owner), 1000));
    expect(refusalOf(elsewhere.response)).toEqual(refusal(60));
    expect((await changeProfile(other.token, 1)).status).toBe(200);
    product.advance(60);
    expect((await changeProfile(owner.token, 1001)).status).toBe(200);
  });

  it("A7 are limited over every declared call, but the account can always end its sessions", async () => {
    const owner = await givenAdmin(product);
    const elsewhere = await signIn(product.url, owner);
    await changeProfiles(owner.token, 120);
    const writes = (await goodWrites(product.url, owner)).filter(({ open }) => !open);
    const endings = [
      "DELETE /api/user",
      "DELETE /api/user/sessions",
      "DELETE /api/user/sessions/{id}",
      "POST /api/user/not-me",
      "POST /api/user/secure",
      "POST /api/auth/logout",
    ];
    const limited = writes.filter((write) => !endings.includes(named(write)));
    expect(writes.length - limited.length).toBe(endings.length);

    for (const { route, method, path, body } of limited) {
      const request = `${method} ${filled(path, randomUUID())}`;
      const answer = await call(product.url, request, { token: owner.token, body });
      expect(refusalOf(answer), route).toEqual(refusal(60));
    }
    const sessions = (await call(product.url, "GET /api/user/sessions", { token: owner.token })).body;
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const ofOther = await call(product.url, `DELETE /api/user/sessions/${id}`, { token: owner.token });
    const ofAll = await call(product.url, "DELETE /api/user/sessions", { token: owner.token });
    const ofItself = await call(product.url, "POST /api/auth/logout", { token: owner.token });
    expect([ofOther.status, ofAll.status, ofItself.status]).toEqual([200, 200, 200]);
    for (const token of [owner.token, elsewhere]) {
      expect((await call(product.url, "GET /api/auth/me", { token })).status).toBe(401);
    }
  });
});

describe("the emails that one account causes", () => {
  it("A7 are limited to ten an hour: the eleventh password change is refused before anything is written", async () => {
    const owner = await givenSignedInUser(product.url);
    const change = (token: string, currentPassword: string, newPassword: string) => {
      const body = { currentPassword, newPassword, confirmPassword: newPassword };
      return call(product.url, "PUT /api/user/password", { token, body });
    };
    let { password } = owner;
    for (let n = 0; n < 10; n++) {
      const next = `correct horse ${n}`;
      expect((await change(owner.token, password, next)).status).toBe(200);
      password = next;
    }

    const { response, events } = await when(product, () => change(owner.token, password, "the eleventh"));

    expect(refusalOf(response)).toEqual(refusal(3600));
    expect(events).toEqual([]);
    expect((await product.history(userStream(owner.id))).filter(({ type }) => type === "PasswordChanged")).toHaveLength(
      10,
    );
    product.advance(3600);
    const token = await signIn(product.url, { ...owner, password });
    expect((await change(token, password, "the eleventh")).status).toBe(200);
  });

  it("D22 do not keep its owner from securing it, however many changes another session makes", async () => {
    const owner = await givenSignedInUser(product.url);
    const thief = await signIn(product.url, owner);
    const most = { password: false, sessions: false, consents: false, hardwareKeys: false, twoFactor: false };
    const onlyKeys = () => secureOwn(product.url, thief, { ...most, trustedBrowsers: false });
    for (let n = 0; n < 10; n++) await onlyKeys();
    expect(refusalOf(await onlyKeys())).toEqual(refusal(3600));
    expect((await secureOwn(product.url, owner.token)).status).toBe(200);
  });
});
