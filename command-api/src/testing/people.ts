import { randomUUID } from "node:crypto";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { hardwareKeysStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import type { HardwareKeysCommand } from "../hardware-keys/hardware-keys-command.ts";
import { startSession } from "../sessions/start-session.ts";

/** The data of a test user. */
export const ann = { email: "ann@example.com", username: "ann", firstName: null, lastName: null };

/** The context of a command in a test, sent by the given session or by none. */
export const testContext = (sessionId: string | null = null): CommandContext => ({
  ...systemContext("test", new Date()),
  authority: sessionId === null ? null : { kind: "session", id: sessionId },
});

/** Registers Ann. Returns her user id. */
export async function registerAnn(commandHandler: CommandHandler): Promise<string> {
  const userId = randomUUID();
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "register", userId, passwordHash: "hash", ...ann },
    person: userId,
    commandContext: testContext(),
  });
  return userId;
}

/** A user who registered and verified the address. Returns the user's id. */
export async function givenVerifiedUser({ happened }: Pick<ScratchService, "happened">): Promise<string> {
  const userId = randomUUID();
  const names = { username: userId, firstName: null, lastName: null };
  const data = { userId, email: `${userId}@example.com`, passwordHash: "hash", ...names };
  const [stream, said] = [userStream(userId), { person: userId, ip: null }];
  await happened(stream, { type: "UserRegistered", data }, said);
  await happened(stream, { type: "EmailVerified", data: { userId, sameBrowser: true } }, said);
  return userId;
}

/** A verified user who has become an admin, once. Returns the user's id. */
export async function givenAdmin(scratch: Pick<ScratchService, "happened">): Promise<string> {
  const userId = await givenVerifiedUser(scratch);
  const data = { userId, isAdmin: true, isDeveloper: true, isPro: false };
  await scratch.happened(userStream(userId), { type: "RolesChanged", data });
  return userId;
}

/** Starts a session of a minute. Returns its id. */
export async function startTestSession(commandHandler: CommandHandler, userId: string): Promise<string> {
  const times = { idleSeconds: 60, absoluteSeconds: 60 };
  const started = await startSession(
    commandHandler,
    { userId, sessionEpoch: 0, method: "password", secondFactor: null, newDevice: false, rememberMe: false, times },
    testContext(),
  );
  if (isRefused(started)) throw new Error(started.refused);
  return started.sessionId;
}

/** Changes Ann's first name, as a command of the given session or of none. */
export function rename(
  commandHandler: CommandHandler,
  { userId, sessionId = null }: { userId: string; sessionId?: string | null },
  firstName: string,
) {
  return commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "change-profile", firstName, lastName: null },
    person: userId,
    commandContext: testContext(sessionId),
  });
}

type AddedKey = Omit<Extract<HardwareKeysCommand, { type: "add" }>, "type">;

/** What a new hardware key says of itself. Only the values that matter need be given. */
export const sampleKey = (facts: Pick<AddedKey, "userId" | "keyId"> & Partial<AddedKey>): AddedKey => ({
  challengeId: facts.keyId,
  credentialId: facts.keyId,
  publicKey: "key",
  name: "Key",
  signCount: 0,
  transports: [],
  aaguid: "00000000-0000-0000-0000-000000000000",
  deviceType: "singleDevice",
  backedUp: false,
  discoverable: null,
  userVerified: false,
  ...facts,
});

/** Adds a hardware key. Its id is also that of its challenge. */
export function addTestKey(
  commandHandler: CommandHandler,
  { userId, keyId, credentialId }: { userId: string; keyId: string; credentialId: string },
) {
  return commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "add", ...sampleKey({ userId, keyId, credentialId }) },
    person: userId,
    commandContext: testContext(),
  });
}
