import { DatabaseSync } from "node:sqlite";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { ReadStoreUnavailable } from "@attestory/projections/store/read-store.ts";
import { buildFile, catalogueFile } from "@attestory/projections/store/sqlite/files.ts";
import { expect, it, onTestFinished } from "vitest";
import { people } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi } from "../testing/scratch-query-api.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";

it("RE-22 answers 503 for a parked document, and for no other", async () => {
  const scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  onTestFinished(() => scratch.close());
  const happens = people(scratch);
  const parked = await happens.signedIn(await happens.registered());
  const good = await happens.signedIn(await happens.registered());
  await scratch.projections.fold();
  const catalogue = catalogueFile(scratch.service.dataDir, scratch.service.generation);
  const database = new DatabaseSync(buildFile(catalogue, sessions.name, 1), { timeout: 5000 });
  database.prepare("UPDATE documents SET parked = '{}' WHERE key = ?").run(parked.sessionId);
  database.close();

  const answer = await scratch.get("/api/auth/me", { token: parked.token });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "projection_fault" }]);
  expect((await scratch.get("/api/auth/me", { token: good.token })).status).toBe(200);
});

it.each([
  ["RE-31 a read store", new ReadStoreUnavailable("unavailable")],
  ["RE-31 a vault", new VaultUnavailable("unavailable")],
  ["RE-30 a log", new LogUnavailable("unavailable")],
])("%s that is unavailable answers 503 and is reported", async (_, error) => {
  const reportedErrors: unknown[] = [];
  const refusing = refuseUnreadable((_message, reported) => reportedErrors.push(reported));
  const answer = await refusing(() => Promise.reject(error))();
  expect(answer).toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
  expect(reportedErrors).toEqual([error]);
});

it("rethrows any other error", async () => {
  const refusing = refuseUnreadable(() => {});
  await expect(refusing(() => Promise.reject(new TypeError("ours")))()).rejects.toThrow("ours");
});
