import { randomUUID } from "node:crypto";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { describe, expect, it } from "vitest";
import type { SignedInSession } from "../testing/people.ts";
import { userScene } from "../testing/user-scene.ts";
import type { TrustedDevice } from "./schema.ts";

const { scratch, happens } = userScene();

const firefox = {
  ip: "198.51.100.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};
const month = 30 * 86_400;

const happened = (event: SecondFactorEvent) =>
  scratch.service.happened(secondFactorsStream(event.data.userId), event, {
    person: event.data.userId,
    recordedAt: scratch.clock.now,
    ...firefox,
  });

async function trusted(userId: string, { sessionEpoch = 0, seconds = month } = {}): Promise<string> {
  const trustId = randomUUID();
  await happened({
    type: "DeviceTrusted",
    data: { userId, trustId, tokenHash: "secret digest", sessionEpoch, seconds },
  });
  return trustId;
}

async function ask<Body>({ token }: SignedInSession, path: string, cookie = ""): Promise<Body> {
  const headers = { ...scratch.knowing(await scratch.service.log.head()), ...(cookie && { cookie }) };
  const answer = await scratch.get(path, { token, headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}
const devices = (session: SignedInSession, cookie = "") =>
  ask<TrustedDevice[]>(session, "/api/user/trusted-devices", cookie);

describe("GET /api/user/trusted-devices", () => {
  it("shows the browsers in words, newest first, marks the one that asks, and shows no digest", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId);
    const [older, newer] = [await trusted(userId), await trusted(userId)];
    const answer = await devices(session, `__Host-trusted-device=${older}.${"x".repeat(43)}`);
    expect(answer.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [newer, false],
      [older, true],
    ]);
    expect(answer[0]).toEqual({
      id: newer,
      device: "Firefox on Linux",
      location: "198.51.100.0/24",
      trustedAt: scratch.clock.now.toISOString(),
      endsAt: new Date(scratch.clock.now.getTime() + month * 1000).toISOString(),
      isCurrent: false,
    });
    expect(JSON.stringify(answer)).not.toContain("secret digest");
  });

  it("shows neither those that ended with the sessions, nor those that expired, nor another user's", async () => {
    const userId = await happens.registered();
    await trusted(await happens.registered());
    await trusted(userId, { seconds: 0 });
    await trusted(userId);
    const session = await happens.signedIn(userId);
    await happens.happenedToUser({ type: "OtherSessionsEnded", data: { userId, keptSession: session.sessionId } });
    expect(await devices(session)).toEqual([]);
    const kept = await trusted(userId, { sessionEpoch: 1 });
    expect((await devices(session)).map(({ id }) => id)).toEqual([kept]);
  });
});

describe("GET /api/user/recovery-codes", () => {
  it("TF-11 says how many are left and when they were made", async () => {
    const userId = await happens.registered();
    const session = await happens.signedIn(userId);
    const left = () => ask(session, "/api/user/recovery-codes");
    expect(await left()).toEqual({ left: 0, issuedAt: null });
    const digests = Array.from({ length: 10 }, (_, n) => `digest ${n}`);
    await happened({ type: "RecoveryCodesIssued", data: { userId, setId: randomUUID(), digests } });
    const purpose = "sign-in" as const;
    await happened({
      type: "RecoveryCodeUsed",
      data: { userId, attemptId: randomUUID(), digest: "digest 3", purpose },
    });
    expect(await left()).toEqual({ left: 9, issuedAt: scratch.clock.now.toISOString() });
  });
});
