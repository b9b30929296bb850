import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { Projection } from "../../read-models/projection.ts";
import { users } from "../../read-models/users.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "../../store/open-read-store.ts";
import { followToHead } from "../../testing/follow-to-head.ts";
import { rebuildTogether } from "../rebuild.ts";

/** With this seed, SQLite leaves a second copy of an address in a build that writes documents more than once. Found by trying. */
const seed = 6;
const idOf = (person: number) => {
  const hex = createHash("sha256").update(`${seed} ${person}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

it("leaves nothing in the file that a later erasure would not overwrite, though documents were written more than once", async () => {
  const service = await openScratchService();
  const people = Array.from({ length: 40 }, (_, person) => idOf(person));
  const happened = (userId: string, event: Parameters<typeof service.happened>[1]) =>
    service.happened(userStream(userId), event, { person: userId });
  for (const [n, userId] of people.entries()) {
    const email = `secret${n}@residue.example`;
    const person = { userId, email, username: `u${n}`, firstName: `Secret${n}x`, lastName: null };
    await happened(userId, { type: "UserRegistered", data: { ...person, passwordHash: "x" } });
  }
  for (const userId of people) {
    await happened(userId, {
      type: "ProfileChanged",
      data: { userId, firstName: "y".repeat(60), lastName: "z".repeat(60) },
    });
  }
  const [store, builds, leases] = [
    await openReadStoreWriter(service),
    await openBuilds(service),
    await openLeases(service),
  ];
  const { log, sealing } = service;
  const parts = { log, sealing, builds, leases, holder: "a test", batchSize: 7, mostHeld: 3 };
  expect(await rebuildTogether([users as Projection], parts, new AbortController().signal)).toEqual([]);
  const found = (pattern: RegExp) =>
    readdirSync(service.dataDir)
      .filter((name) => name.includes("users@"))
      .flatMap((name) => readFileSync(join(service.dataDir, name), "latin1").match(pattern) ?? []);
  // Each address once: nobody could erase a second copy later.
  expect(found(/secret\d+@residue/g).sort()).toEqual(people.map((_, person) => `secret${person}@residue`).sort());
  for (const userId of people)
    await happened(userId, { type: "RegistrationLapsed", data: { userId, reason: "expired" } });
  await followToHead({ ...service, store }, [users as Projection]);
  await store.compact?.([users.name], "now");
  expect(found(/Secret\d+x|secret\d+@residue/g)).toEqual([]);
  for (const opened of [store, builds, leases]) await opened.close();
  await service.close();
});
