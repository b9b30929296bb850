import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { users } from "../read-models/users.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "../store/open-read-store.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { rebuildTogether } from "./rebuild.ts";

it("leaves nothing in the file that a later erasure would not overwrite, though documents were written more than once", async () => {
  const service = await openScratchService();
  const people = Array.from({ length: 40 }, () => randomUUID());
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
  for (const userId of people)
    await happened(userId, { type: "RegistrationLapsed", data: { userId, reason: "expired" } });
  await followToHead({ ...service, store }, [users as Projection]);
  for (const opened of [store, builds, leases]) await opened.close();
  const files = readdirSync(service.dataDir).filter((name) => name.includes("users@"));
  expect(files).not.toEqual([]);
  for (const file of files) {
    expect([file, readFileSync(join(service.dataDir, file), "latin1").match(/Secret\d+x|secret\d+@residue/g)]).toEqual([
      file,
      null,
    ]);
  }
});
