import { randomUUID } from "node:crypto";
import { erasureStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { logWith } from "../testing/log-with.ts";
import { scratchServiceOfFile } from "../testing/scratch-scenes.ts";
import { destroyPersonKey, forgettingLog, keepForgetting } from "./forget-keys.ts";
import { type Keyring, openKeyring } from "./keyring.ts";
import { masterKey } from "./master-key.ts";

const service = scratchServiceOfFile();

const fails = (error: unknown) => {
  throw error;
};
/** The keyring of another process, with this person's key in its cache. */
async function otherKeyring(person: string): Promise<Keyring> {
  const keyring = await openKeyring(service.vault, masterKey(service.masterKey), service.log);
  expect((await keyring.personKeys([person])).size).toBe(1);
  return keyring;
}
const knows = async (keyring: Keyring, person: string) => (await keyring.personKeys([person])).has(person);

it("B7 forgets a destroyed key in every process that follows the log, and no other key", async () => {
  const [destroyed, kept] = [randomUUID(), randomUUID()];
  for (const person of [destroyed, kept]) await service.keyring.createPersonKey(person);
  const [follower, stranger] = [await otherKeyring(destroyed), await otherKeyring(destroyed)];
  await follower.personKeys([kept]);
  const forgetting = keepForgetting(forgettingLog(service.log, follower), fails);
  await destroyPersonKey({ ...service, now: new Date() }, destroyed);
  await expect.poll(() => knows(follower, destroyed)).toBe(false);
  expect([await knows(follower, kept), await knows(stranger, destroyed)]).toEqual([true, true]);
  await forgetting.close();
});

it("B7 tells a destruction once, however often it is repeated", async () => {
  const person = randomUUID();
  await service.keyring.createPersonKey(person);
  for (let time = 0; time < 3; time++) await destroyPersonKey({ ...service, now: new Date() }, person);
  const { events } = await service.log.read(erasureStream(person));
  expect(events).toMatchObject([{ type: "PersonKeyDestroyed", data: { personId: person } }]);
});

it("B7 goes on forgetting after the log could not be followed", async () => {
  const person = randomUUID();
  await service.keyring.createPersonKey(person);
  const keyring = await otherKeyring(person);
  let isBroken = true;
  const log = logWith(service.log, {
    async *follow(...asked) {
      if (isBroken) throw new Error("away");
      yield* service.log.follow(...asked);
    },
  });
  const reported: unknown[] = [];
  const forgetting = keepForgetting(forgettingLog(log, keyring), (error) => reported.push(error));
  await expect.poll(() => reported.length).toBe(1);
  isBroken = false;
  await destroyPersonKey({ ...service, now: new Date() }, person);
  await expect.poll(() => knows(keyring, person), { timeout: 10_000 }).toBe(false);
  await forgetting.close();
});
