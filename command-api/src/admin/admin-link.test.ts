import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { contextFrom } from "../testing/command-origin.ts";
import { Died, dyingLog } from "../testing/failing-logs.ts";
import { givenVerifiedUser } from "../testing/people.ts";
import { adminExists, makeAdminLink, openAdminLink } from "./admin-link.ts";

const service = scratchServiceOfTest();

const now = new Date();

const operator = () => ({
  commandHandler: createCommandHandler(service.log, service.sealing),
  commandContext: systemContext("test", now),
});

/** Opens a new link as this user, who repeats the request with the same key. */
async function opening(userId: string) {
  const { commandHandler, commandContext } = operator();
  const { keyring, sealing } = service;
  const link = await makeAdminLink({ commandHandler, keyring, publicUrl: "http://localhost" }, commandContext);
  const context = contextFrom(keyring, { actor: { kind: "user", id: userId }, path: "/api/auth/admin-link", now });
  const use = { token: new URL(String(link)).searchParams.get("token") ?? "", userId, bearer: null };
  return (log = service.log) => {
    const dependencies = {
      commandHandler: createCommandHandler(log, sealing),
      keyring,
      attempts: { admitsDevice: async () => true },
      mailLimits: { maySendNewDevice: async () => true },
      sessionTimes: { idleSeconds: 60, absoluteSeconds: 60 },
    };
    return openAdminLink(dependencies, use, context);
  };
}

it("D1 answers a repeat of the request that made the first admin the same", async () => {
  const open = await opening(await givenVerifiedUser(service));
  const opened = await open();
  expect(opened).toEqual({ ...opened, token: expect.any(String) });
  expect(await open()).toMatchObject({ token: "token" in opened && opened.token });
});

it.each([
  { nth: 1, what: "before the link counts as used" },
  { nth: 2, what: "before the account is an admin" },
  { nth: 3, what: "before the admin is listed, which the next start does" },
  { nth: 4, what: "before the session starts" },
])("D1 makes the first admin and starts the session when the request is repeated that died $what", async ({ nth }) => {
  const open = await opening(await givenVerifiedUser(service));
  await expect(open(dyingLog(service.log, nth, "before"))).rejects.toThrow(Died);
  const { commandHandler, commandContext } = operator();
  await adminExists(commandHandler, commandContext);
  expect(await open()).toMatchObject({ token: expect.any(String), user: { isAdmin: true } });
});
