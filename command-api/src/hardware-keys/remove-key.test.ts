import { randomUUID } from "node:crypto";
import { hardwareKeysStream, secondFactorsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { CommandHandler } from "../handling/command-handler.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { trustDevice } from "../second-factors/trusted-device.ts";
import { commandScene } from "../testing/command-scene.ts";
import { addTestKey, registerAnn, testContext } from "../testing/people.ts";
import { removeKey } from "./change-key.ts";
import { hardwareKeys } from "./hardware-keys.ts";

const { scratch, commandHandler } = commandScene();

const stateOf = async (userId: string) => ({
  keys: (await commandHandler.load(hardwareKeys, hardwareKeysStream(userId))).state.keys.length,
  trusted: (await commandHandler.load(secondFactors, secondFactorsStream(userId))).state.trusted.length,
});
const trust = (userId: string) => trustDevice(commandHandler, { userId, sessionEpoch: 0 }, testContext());
const remove = (by: CommandHandler, key: { userId: string; keyId: string }) =>
  removeKey(
    {
      commandHandler: by,
      keyring: scratch.keyring,
      mailLimits: { ofAccount: (_, send) => send() },
    },
    key,
    testContext(),
  );
/** A command handler that calls `after` when a key was removed. */
const withRemoved = (after: () => Promise<unknown>): CommandHandler => ({
  ...commandHandler,
  async handle(execution) {
    const outcome = await commandHandler.handle(execution);
    if (execution.stream.startsWith("keys-")) await after();
    return outcome;
  },
});
async function givenTrusted() {
  const userId = await registerAnn(commandHandler);
  const keyId = randomUUID();
  await addTestKey(commandHandler, { userId, keyId, credentialId: keyId });
  await trust(userId);
  expect(await stateOf(userId)).toEqual({ keys: 1, trusted: 1 });
  return { userId, keyId };
}

it("D1 leaves no browser trusted when the process dies as soon as a hardware key is removed", async () => {
  const key = await givenTrusted();
  const dying = withRemoved(() => Promise.reject(new Error("killed")));
  await expect(remove(dying, key)).rejects.toThrow("killed");
  expect(await stateOf(key.userId)).toEqual({ keys: 0, trusted: 0 });
});

it("D1 ends the trust in a browser that a sign-in with the key made trusted during the removal", async () => {
  const key = await givenTrusted();
  expect(
    await remove(
      withRemoved(() => trust(key.userId)),
      key,
    ),
  ).toHaveProperty("position");
  expect(await stateOf(key.userId)).toEqual({ keys: 0, trusted: 0 });
});

it("D1 ends no trust for a key that the account does not have", async () => {
  const { userId } = await givenTrusted();
  expect(await remove(commandHandler, { userId, keyId: randomUUID() })).toEqual({ refused: "no-such-key" });
  expect(await stateOf(userId)).toEqual({ keys: 1, trusted: 1 });
});
