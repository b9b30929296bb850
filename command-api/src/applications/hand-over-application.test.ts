import { applicationStream, countedApplicationsStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { registerTestApplication } from "../testing/applications.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn, testContext } from "../testing/people.ts";
import { application } from "./application.ts";
import { countApplication } from "./count-application.ts";
import { countedApplications, mostApplications } from "./counted-applications.ts";
import { handOverApplication } from "./hand-over-application.ts";

const { scratch: service, commandHandler } = commandScene();

/** A verified developer. */
async function givenDeveloper(): Promise<string> {
  const userId = await registerAnn(commandHandler);
  const roles = { isAdmin: false, isDeveloper: true, isPro: false };
  await service.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  await service.happened(userStream(userId), { type: "RolesChanged", data: { userId, ...roles } });
  return userId;
}

async function givenApplication(ownerId: string): Promise<string> {
  const { applicationId } = await registerTestApplication(commandHandler, ownerId);
  await countApplication(commandHandler, { userId: ownerId, applicationId }, testContext());
  return applicationId;
}

const counted = async (userId: string) =>
  (await commandHandler.load(countedApplications, countedApplicationsStream(userId))).state.counted.map(({ id }) => id);
const ownerOf = async (applicationId: string) => {
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  return state.status === "registered" ? state.ownerId : null;
};
const later = (seconds: number): CommandContext => ({
  ...testContext(),
  now: new Date(Date.now() + seconds * 1000),
});
const handOver = (applicationId: string, userId: string, by = commandHandler) =>
  handOverApplication(by, { applicationId, userId }, testContext());

/** A process that dies before it appends to this stream. */
const dyingBefore = (stream: string): CommandHandler => ({
  ...commandHandler,
  handle: async (execution) => {
    if (execution.stream === stream) throw new Error("the process died");
    return commandHandler.handle(execution);
  },
});

it("AP-12 counts for the new owner instead of the former one", async () => {
  const [former, next] = [await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(former);
  expect(await handOver(applicationId, next)).toHaveProperty("position");
  expect(await ownerOf(applicationId)).toBe(next);
  expect([await counted(former), await counted(next)]).toEqual([[], [applicationId]]);
});

it("AP-12 is refused for a new owner who is no active developer with a verified address, or owns it", async () => {
  const owner = await givenDeveloper();
  const applicationId = await givenApplication(owner);
  const inactive = await givenDeveloper();
  await service.happened(userStream(inactive), { type: "UserDeactivated", data: { userId: inactive } });
  for (const userId of [inactive, await registerAnn(commandHandler), crypto.randomUUID()]) {
    expect(await handOver(applicationId, userId)).toEqual({ refused: "not-a-developer" });
    expect(await counted(userId)).toEqual([]);
  }
  expect(await handOver(applicationId, owner)).toEqual({ refused: "owns-already" });
  expect(await handOver(crypto.randomUUID(), owner)).toEqual({ refused: "no-such-application" });
});

it("AP-12 is refused for a new owner who has the most applications", async () => {
  const [former, full] = [await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(former);
  for (let n = 0; n < mostApplications; n++) await givenApplication(full);
  expect(await handOver(applicationId, full)).toEqual({ refused: "owner-has-too-many" });
  expect(await ownerOf(applicationId)).toBe(former);
});

it("AP-12 gives an application to one of two new owners at once", async () => {
  const [former, one, other] = [await givenDeveloper(), await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(former);
  // Both find the former owner before either appends.
  const meeting = Promise.withResolvers<void>();
  let waiting = 2;
  const together: CommandHandler = {
    ...commandHandler,
    async handle(execution) {
      if (execution.stream === applicationStream(applicationId)) {
        waiting--;
        if (waiting === 0) meeting.resolve();
        await meeting.promise;
      }
      return commandHandler.handle(execution);
    },
  };
  const outcomes = await Promise.all([one, other].map((userId) => handOver(applicationId, userId, together)));
  expect(outcomes.filter((outcome) => "position" in outcome)).toHaveLength(1);
  expect(outcomes).toContainEqual({ refused: "owner-changed-meanwhile" });
  const winner = "position" in (outcomes[0] ?? {}) ? one : other;
  expect(await ownerOf(applicationId)).toBe(winner);
});

it("AP-12 leaves room as before if it was interrupted, a minute later", async () => {
  const [former, next] = [await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(former);
  for (let n = 1; n < mostApplications; n++) await givenApplication(next);
  const dying = dyingBefore(applicationStream(applicationId));
  await expect(handOver(applicationId, next, dying)).rejects.toThrow("the process died");
  expect(await counted(next)).toContain(applicationId);

  const another = { userId: next, applicationId: crypto.randomUUID() };
  expect(await countApplication(commandHandler, another, later(50))).toEqual({ refused: "too-many-applications" });
  expect(await countApplication(commandHandler, another, later(70))).toHaveProperty("position");
  expect(await counted(next)).not.toContain(applicationId);
});

it("AP-12 no longer counts for the former owner, also if its process died before that", async () => {
  const [former, next] = [await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(former);
  for (let n = 1; n < mostApplications; n++) await givenApplication(former);
  const dying = dyingBefore(countedApplicationsStream(former));
  await expect(handOver(applicationId, next, dying)).rejects.toThrow("the process died");
  expect(await ownerOf(applicationId)).toBe(next);
  const another = { userId: former, applicationId: crypto.randomUUID() };
  expect(await countApplication(commandHandler, another, later(70))).toHaveProperty("position");
  expect(await counted(former)).not.toContain(applicationId);
});

it("AP-12 counts anew what comes back, so that it is not taken for interrupted", async () => {
  const [owner, next] = [await givenDeveloper(), await givenDeveloper()];
  const applicationId = await givenApplication(owner);
  await handOver(applicationId, next, {
    ...commandHandler,
    handle: async (execution) =>
      // The former owner still counts it.
      execution.stream === countedApplicationsStream(owner) ? { position: 1n } : commandHandler.handle(execution),
  });
  expect(await counted(owner)).toEqual([applicationId]);
  expect(await handOver(applicationId, owner)).toHaveProperty("position");
  const { events } = await service.log.read(countedApplicationsStream(owner));
  expect(events.map(({ type }) => type)).toEqual(["ApplicationCounted", "ApplicationCounted"]);
});
