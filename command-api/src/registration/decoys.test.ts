import { randomUUID } from "node:crypto";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { beforeEach, expect, it } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { emailStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import { fakeHasher, now, registrationContext } from "../testing/registrations.ts";
import { type PasswordRegistrationDependencies, registerWithPassword } from "./register-with-password.ts";

const scratch = scratchServiceOfTest();
let dependencies: PasswordRegistrationDependencies;
beforeEach(() => {
  const { log, sealing, keyring } = scratch;
  const commandHandler = createCommandHandler(log, sealing);
  dependencies = { commandHandler, keyring, hasher: fakeHasher, enumerationProtection: "strict" };
});

const email = "juniper@example.com";
async function registers(username: string): Promise<string> {
  const registration = { email, username, password: "correct horse", firstName: null, lastName: null };
  const registered = await registerWithPassword(dependencies, registration, registrationContext(scratch.keyring));
  if (isRefused(registered)) throw new Error(`refused: ${registered.refused}`);
  return registered.userId;
}
const keysOf = async (...userIds: string[]) => (await scratch.keyring.personKeys(userIds)).size;

it("A4 AU-06 a decoy has a key of its own, for its session", async () => {
  const owner = await registers("juniper");
  const decoy = await registers("wren");

  expect(await keysOf(owner, decoy)).toBe(2);
});

it("A4 AU-06 a decoy is registered while the registration that holds its address is in progress", async () => {
  const inProgress = randomUUID();
  await dependencies.commandHandler.handle({
    decider: reservation,
    stream: emailStream(scratch.keyring, email),
    command: { type: "reserve", userId: inProgress, now },
    person: null,
    commandContext: registrationContext(scratch.keyring),
  });

  const decoy = await registers("wren");

  expect(await keysOf(inProgress, decoy)).toBe(2);
  expect(scratch.keyring.missingKeys()).toBeNull();
});
