import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { DamagedSeal } from "@attestory/event-store/vault/sealing.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sealedFieldsOf, sealOf } from "./sealed-fields.ts";

const person = "11111111-1111-4111-8111-111111111111";
const stream = userStream(person);
const ip = "192.0.2.7";
const service = scratchServiceOfFile();

/** The newest event's seal as a document stores it: after a round trip through JSON. */
async function newestKept() {
  const [event] = (await service.log.read(stream)).events.slice(-1);
  const seal = event && sealedFieldsOf(event);
  return seal ? sealOf(JSON.parse(JSON.stringify(seal))) : null;
}

it("stores nothing for an event without sealed fields", async () => {
  await service.happened(stream, { type: "EmailVerified", data: { userId: person, sameBrowser: true } }, { person });
  expect(await newestKept()).toBeNull();
});

it("decrypts sealed fields apart from their event, and yields null once the person is erased", async () => {
  const said = { person: crypto.randomUUID(), ip, userAgent: "Firefox" };
  await service.happened(stream, { type: "EmailVerified", data: { userId: person, sameBrowser: true } }, said);
  const seal = await newestKept();
  if (!seal) throw new Error("nothing was kept");
  expect(Buffer.from(seal.sealed).includes(ip)).toBe(false);
  expect(await service.sealing.decryptSealed([seal])).toEqual([{ data: {}, ip, userAgent: "Firefox" }]);
  await service.keyring.erasePerson(seal.person);
  expect(await service.sealing.decryptSealed([seal])).toEqual([null]);
});

it("refuses to decrypt sealed fields as another event's", async () => {
  const said = { person, ip, userAgent: null };
  await service.happened(stream, { type: "EmailVerified", data: { userId: person, sameBrowser: true } }, said);
  const seal = await newestKept();
  if (!seal) throw new Error("nothing was kept");
  await expect(service.sealing.decryptSealed([{ ...seal, type: "UserActivated" }])).rejects.toBeInstanceOf(DamagedSeal);
});
