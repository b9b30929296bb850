import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { people, type SignedInSession } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi, type ScratchQueryApi } from "../testing/scratch-query-api.ts";

let scratch: ScratchQueryApi<HeldProjections>;
let happens: ReturnType<typeof people>;

beforeAll(async () => {
  scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  happens = people(scratch);
});
afterAll(() => scratch.close());
afterEach(() => scratch.reportedErrors.splice(0));

const later = (seconds: number) => {
  scratch.clock.now = new Date(scratch.clock.now.getTime() + seconds * 1000);
};
const signedIn = async (facts = {}) => {
  const session = await happens.signedIn(await happens.registered(), facts);
  await scratch.projections.fold();
  return session;
};
const use = async ({ token }: SignedInSession, headers = {}) => {
  const { status } = await scratch.get("/api/auth/me", { token, headers });
  await scratch.api.settled();
  return status;
};
const facts = async ({ sessionId }: SignedInSession) =>
  scratch.service.sealing.decrypt((await scratch.service.log.read(sessionStream(sessionId))).events);
const uses = async (session: SignedInSession) => (await facts(session)).filter(({ type }) => type === "SessionSeen");

it("records nothing for a session that was used less than five minutes ago", async () => {
  const session = await signedIn();
  later(299);
  await use(session);
  expect(await uses(session)).toEqual([]);
});

it("records when and where from a session was used, with address and user agent encrypted", async () => {
  const session = await signedIn();
  later(300);
  expect(await use(session, { "x-forwarded-for": "198.51.100.7", "user-agent": "Firefox" })).toBe(200);
  const [seen] = await uses(session);
  expect(seen).toMatchObject({ ip: "198.51.100.7", userAgent: "Firefox", version: 2, recordedAt: scratch.clock.now });
  expect(seen?.actor).toEqual({ kind: "user", id: seen?.person });
  expect(Buffer.from(seen?.stored.sealed ?? []).includes("198.51.100.7")).toBe(false);
});

it("records once in five minutes, also before the read models have applied it", async () => {
  const session = await signedIn();
  later(300);
  for (let round = 0; round < 5; round++) await use(session);
  expect(await uses(session)).toHaveLength(1);
  await scratch.projections.fold();
  later(300);
  await use(session);
  expect(await uses(session)).toHaveLength(2);
});

it("records within a tenth of a short idle time", async () => {
  const session = await signedIn({ idleSeconds: 100 });
  later(10);
  await use(session);
  expect(await uses(session)).toHaveLength(1);
});

it("records nothing for a session that was ended meanwhile, and reports no error", async () => {
  const session = await signedIn();
  later(300);
  await happens.ended(session);
  expect(await use(session)).toBe(200);
  expect((await facts(session)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
  expect(scratch.reportedErrors).toEqual([]);
});

it("answers the reader when recording fails, reports it, and retries five minutes later", async () => {
  const session = await signedIn();
  later(300);
  scratch.fault.ofAppends = new LogUnavailable("disk full");
  expect([await use(session), await use(session)]).toEqual([200, 200]);
  expect(scratch.reportedErrors).toEqual(["use not recorded: LogUnavailable: disk full"]);
  scratch.fault.ofAppends = null;
  await use(session);
  expect(await uses(session)).toHaveLength(0);
  later(300);
  await use(session);
  expect(await uses(session)).toHaveLength(1);
});
