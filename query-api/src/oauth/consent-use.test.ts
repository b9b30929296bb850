import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { consentStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Grant, signedWith } from "../testing/grants.ts";
import { openTokenScene } from "../testing/token-scene.ts";

let scene: Awaited<ReturnType<typeof openTokenScene>>;
beforeAll(async () => {
  scene = await openTokenScene();
});
afterAll(() => scene.scratch.close());
afterEach(() => scene.scratch.reportedErrors.splice(0));

const later = (seconds: number) => {
  const { clock } = scene.scratch;
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};
const granted = async () => {
  const grant = await scene.happens.granted(await scene.happens.application(), { offline: true });
  await scene.scratch.projections.fold();
  return grant;
};
const use = async (grant: Grant, headers = {}) => {
  const token = signedWith(scene.key, scene.header(), scene.happens.claimsOf(grant));
  const { status } = await scene.scratch.get("/api/oauth/userinfo", { token, headers });
  await scene.scratch.api.settled();
  return status;
};
const facts = async (grant: Grant) => {
  const { log, sealing } = scene.scratch.service;
  return sealing.decrypt((await log.read(consentStream(grant))).events);
};
const uses = async (grant: Grant) => (await facts(grant)).filter(({ type }) => type === "ConsentUsed");
const lastAccessOf = async ({ sessionToken: token }: Grant): Promise<string | undefined> => {
  const answer = await scene.scratch.get("/api/user/connected-apps", { token });
  return ((await answer.json()) as { lastAccess: string }[])[0]?.lastAccess;
};

it("records that an application used its access, and the user sees when", async () => {
  const grant = await granted();
  const grantedAt = scene.scratch.clock.now.toISOString();
  later(60);
  expect(await lastAccessOf(grant)).toBe(grantedAt);
  expect(await use(grant, { "x-forwarded-for": "198.51.100.7" })).toBe(200);
  const [used] = await uses(grant);
  expect(used).toMatchObject({ ip: "198.51.100.7", version: 2, recordedAt: scene.scratch.clock.now });
  expect(used?.actor).toEqual({ kind: "user", id: grant.userId });
  expect(used?.delegate).toEqual({ kind: "client", id: grant.applicationId });
  await scene.scratch.projections.fold();
  expect(await lastAccessOf(grant)).toBe(scene.scratch.clock.now.toISOString());
});

it("records once in five minutes, also before the read models have applied it", async () => {
  const grant = await granted();
  for (let round = 0; round < 5; round++) await use(grant);
  expect(await uses(grant)).toHaveLength(1);
  await scene.scratch.projections.fold();
  later(299);
  await use(grant);
  expect(await uses(grant)).toHaveLength(1);
  later(1);
  await use(grant);
  expect(await uses(grant)).toHaveLength(2);
});

it("records nothing behind a revocation, and reports no error", async () => {
  const grant = await granted();
  const { userId, applicationId } = grant;
  const data = { userId, applicationId, applicationName: "Ledgerline", reason: "owner" } as const;
  await scene.happens.happenedToConsent({ type: "ConsentRevoked", data });
  expect(await use(grant)).toBe(200);
  expect((await facts(grant)).map(({ type }) => type)).toEqual(["ConsentGranted", "ConsentRevoked"]);
  expect(scene.scratch.reportedErrors).toEqual([]);
});

it("answers the application when recording fails, and reports it", async () => {
  const grant = await granted();
  scene.scratch.fault.ofAppends = new LogUnavailable("disk full");
  expect(await use(grant)).toBe(200);
  scene.scratch.fault.ofAppends = null;
  expect(scene.scratch.reportedErrors).toEqual(["use not recorded: LogUnavailable: disk full"]);
  expect(await uses(grant)).toHaveLength(0);
});
