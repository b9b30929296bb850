import { randomUUID } from "node:crypto";
import { countedApplicationsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { CommandContext } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { registerTestApplication } from "../testing/applications.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn, testContext } from "../testing/people.ts";
import { countApplication } from "./count-application.ts";
import { countedApplications, mostApplications } from "./counted-applications.ts";
import { deleteApplication } from "./delete-application.ts";

const { scratch: service, commandHandler } = commandScene();

const counted = async (userId: string) =>
  (await commandHandler.load(countedApplications, countedApplicationsStream(userId))).state.counted.map(({ id }) => id);
const later = (seconds: number): CommandContext => ({
  ...testContext(),
  now: new Date(Date.now() + seconds * 1000),
});
const count = (userId: string, applicationId: string = randomUUID(), context = testContext()) =>
  countApplication(commandHandler, { userId, applicationId }, context);

/** A user with as many applications as a user may have. */
async function givenFullUser(): Promise<{ userId: string; applications: string[] }> {
  const userId = await registerAnn(commandHandler);
  const applications: string[] = [];
  while (applications.length < mostApplications) {
    const { applicationId } = await registerTestApplication(commandHandler, userId);
    await count(userId, applicationId);
    applications.push(applicationId);
  }
  return { userId, applications };
}

it("RC-12 counts an application once, and refuses one more than a user may have", async () => {
  const { userId, applications } = await givenFullUser();
  expect(await count(userId, applications[3])).toHaveProperty("position");
  expect(await count(userId)).toEqual({ refused: "too-many-applications" });
  expect(await counted(userId)).toEqual(applications);
});

it("RC-12 has room again after a deletion, also if its process died before it was counted", async () => {
  const { userId, applications } = await givenFullUser();
  const [first = "", second = "", ...others] = applications;
  const context = testContext();
  await deleteApplication(commandHandler, { ownerId: userId, applicationId: first }, context);
  expect(await counted(userId)).toEqual([second, ...others]);
  const third = randomUUID();
  await count(userId, third);

  // The deletion is in the log, and its count is not.
  await count(userId, first);
  const cut = createCommandHandler(service.log, service.sealing);
  const handle: CommandHandler["handle"] = async (execution) => {
    if (execution.stream === countedApplicationsStream(userId)) throw new Error("the process died");
    return cut.handle(execution);
  };
  const dying = { ...cut, handle };
  await expect(deleteApplication(dying, { ownerId: userId, applicationId: second }, testContext())).rejects.toThrow(
    "the process died",
  );
  expect(await counted(userId)).toContain(second);
  const fourth = randomUUID();
  expect(await count(userId, fourth)).toHaveProperty("position");
  expect(await counted(userId)).toEqual([...others, third, fourth]);
});

it("RC-12 gives a registration a minute before it no longer counts", async () => {
  const { userId, applications } = await givenFullUser();
  const [first = "", ...others] = applications;
  await deleteApplication(commandHandler, { ownerId: userId, applicationId: first }, testContext());
  const interrupted = randomUUID();
  await count(userId, interrupted);
  expect(await count(userId, randomUUID(), later(50))).toEqual({ refused: "too-many-applications" });
  const next = randomUUID();
  expect(await count(userId, next, later(70))).toHaveProperty("position");
  expect(await counted(userId)).toEqual([...others, next]);
});

it("RC-12 never counts more than a user may have, with 50 at once", async () => {
  const userId = await registerAnn(commandHandler);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => count(userId)));
  const taken = outcomes.filter((outcome) => "position" in outcome);
  expect(await counted(userId)).toHaveLength(taken.length);
  expect(taken.length).toBeLessThanOrEqual(mostApplications);
});
