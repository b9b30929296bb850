import { DatabaseSync } from "node:sqlite";
import { buildFile, catalogueFile } from "@attestory/projections/store/sqlite-read-models.ts";
import { expect, it, onTestFinished } from "vitest";
import { people } from "./testing/people.ts";
import { HeldProjections } from "./testing/scratch-projections.ts";
import { openScratchQueryApi } from "./testing/scratch-query-api.ts";

it("RE-22 answers 503 for a document that stands still, and for no other", async () => {
  const scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  onTestFinished(() => scratch.close());
  const happens = people(scratch);
  const parked = await happens.signedIn(await happens.registered());
  const good = await happens.signedIn(await happens.registered());
  await scratch.projections.fold();
  const catalogue = catalogueFile(scratch.service.dataDir, scratch.service.generation);
  const database = new DatabaseSync(buildFile(catalogue, "sessions@1", 1), { timeout: 5000 });
  database.prepare("UPDATE documents SET parked = '{}' WHERE key = ?").run(parked.sessionId);
  database.close();

  const answer = await scratch.get("/api/auth/me", { token: parked.token });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "projection_fault" }]);
  expect((await scratch.get("/api/auth/me", { token: good.token })).status).toBe(200);
});
