import { randomUUID } from "node:crypto";
import { credentialStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { commandScene } from "../testing/command-scene.ts";
import { addTestKey, registerAnn, testContext } from "../testing/people.ts";
import { reserveCredential } from "./reserve-credential.ts";

const { scratch, commandHandler } = commandScene();

interface Registration {
  userId: string;
  keyId: string;
  credentialId: string;
}
const registration = async (credentialId: string): Promise<Registration> => ({
  userId: await registerAnn(commandHandler),
  keyId: randomUUID(),
  credentialId,
});
const reserve = (asked: Registration) =>
  reserveCredential({ commandHandler, keyring: scratch.keyring }, asked, testContext());
const add = (asked: Registration) => addTestKey(commandHandler, asked);

it("WA-07 reserves a credential for one account, also if it is asked again", async () => {
  const [first, second] = [await registration("one"), await registration("one")];
  expect(await reserve(first)).toBe("reserved");
  expect(await reserve(first)).toBe("reserved");
  expect(await add(first)).toHaveProperty("position");
  expect(await reserve(second)).toEqual({ refused: "taken" });
});

it("WA-07 takes over what a killed process reserved, and its key can no longer be added", async () => {
  const [killed, second] = [await registration("two"), await registration("two")];
  expect(await reserve(killed)).toBe("reserved");
  expect(await reserve(second)).toBe("reserved");
  // The process was only stopped, and goes on.
  expect(await add(killed)).toEqual({ refused: "challenge-used" });
  expect(await add(second)).toHaveProperty("position");
  expect(await reserve({ ...killed, keyId: randomUUID() })).toEqual({ refused: "taken" });
});

it("WA-07 gives a credential to one of many that want it at once", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => registration("three")));
  const added = await Promise.all(
    all.map(async (one) => (await reserve(one)) === "reserved" && "position" in (await add(one))),
  );
  // Each one fences off the holder that it replaces, so nobody fences off the last one.
  expect(added.filter(Boolean)).toHaveLength(1);
});

it("WA-07 names no credential in the log", async () => {
  const key = scratch.keyring.hmac("identifier pepper", "credential", "one");
  const { events } = await scratch.log.read(credentialStream(key));
  expect(events.length).toBe(1);
  expect(JSON.stringify(events.map(({ stored }) => stored.data))).not.toContain("one");
});
