import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { expect, it } from "vitest";
import { logWith } from "../testing/log-with.ts";
import { scratchServiceOfFile } from "../testing/scratch-scenes.ts";
import { checkNewestPersons } from "./check-newest-persons.ts";
import { destroyPersonKey } from "./forget-keys.ts";
import { type Keyring, openKeyring } from "./keyring.ts";
import { masterKey } from "./master-key.ts";
import type { Vault } from "./vault.ts";

const service = scratchServiceOfFile();

const givenPerson = async (): Promise<string> => {
  const userId = randomUUID();
  const data = { userId, email: "a@example.org", username: "a", passwordHash: "x", firstName: null, lastName: null };
  await service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
  return userId;
};

/** A keyring on a vault that has never had these persons. */
const keyringWithout = (...persons: string[]): Promise<Keyring> => {
  const older: Vault = {
    ...service.vault,
    async personKeys(ids) {
      return service.vault.personKeys(ids.filter((id) => !persons.includes(id)));
    },
  };
  return openKeyring(older, masterKey(service.masterKey), service.log);
};

/** What a start reports, and what readiness then says of the vault. */
async function checked(keyring: Keyring, log = service.log) {
  const reported: [string, unknown][] = [];
  await checkNewestPersons({ log, keyring, reportError: (message, error) => reported.push([message, error]) });
  return { reported, missing: keyring.missingKeys() };
}

it("D5 a start finds the newest persons whose keys the vault lacks, before anyone asks for them", async () => {
  await givenPerson();
  const late = [await givenPerson(), await givenPerson()];
  expect(await checked(await keyringWithout())).toEqual({ reported: [], missing: null });
  const { reported, missing } = await checked(await keyringWithout(...late));
  expect(reported).toEqual([["vault older than the event log", expect.any(Error)]]);
  expect(String(reported[0]?.[1])).toContain(`${service.vault.place} lacks the key of person`);
  expect(missing).toBe("lacks the keys of 2 persons");
});

it("D5 a key that an event says was destroyed is not missed, nor that of a person without personal data", async () => {
  const destroyed = await givenPerson();
  await destroyPersonKey({ ...service, now: new Date() }, destroyed);
  const nobody = randomUUID();
  await service.log.append(exampleStream(), 0, [exampleEvent({ person: nobody })]);
  expect(await checked(await keyringWithout(destroyed, nobody))).toEqual({ reported: [], missing: null });
});

it("D5 a start goes on, and says so, if it cannot check", async () => {
  const failed = new Error("damaged");
  const log = logWith(service.log, { readBack: () => Promise.reject(failed) });
  const reported = [["keys of the newest persons not checked", failed]];
  expect(await checked(await keyringWithout(), log)).toEqual({ reported, missing: null });
});
