import { randomUUID } from "node:crypto";
import type { RequestContext } from "@attestory/http/request-context.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { people } from "./testing/people.ts";
import { runningProjections, type ScratchProjections } from "./testing/scratch-projections.ts";
import { openScratchQueryApi, type ScratchQueryApi } from "./testing/scratch-query-api.ts";

let scratch: ScratchQueryApi<ScratchProjections>;
let token: string;

beforeAll(async () => {
  scratch = await openScratchQueryApi(runningProjections);
  const happens = people(scratch);
  ({ token } = await happens.signedIn(await happens.registered()));
});
afterAll(() => scratch.close());

const status = async () => (await scratch.get("/api/auth/me", { token })).status;

const context: RequestContext = {
  ...{ requestId: randomUUID(), clientAddress: "127.0.0.1", userAgent: null, cookies: new Map() },
  ...{ idempotencyKey: null, logPosition: null, credential: null, bodyHash: "" },
};

it("signs in although the process was too busy to hear of the projections", async () => {
  expect(await status()).toBe(200);
  const busyUntil = performance.now() + 2500;
  while (performance.now() < busyUntil);
  expect(await scratch.api.authenticate({ kind: "bearer", value: token }, context, {} as never)).toHaveProperty(
    "userId",
  );
});

it("refuses rather than believes once the projections have ended", async () => {
  expect(await status()).toBe(200);
  await scratch.projections.stop();
  await new Promise((resolve) => setTimeout(resolve, 2300));
  expect(await status()).toBe(503);
});
