import { randomUUID } from "node:crypto";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { people } from "../testing/people.ts";
import { HeldProjections, runningProjections, type ScratchProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi } from "../testing/scratch-query-api.ts";

const context: RequestContext = {
  requestId: randomUUID(),
  clientAddress: "127.0.0.1",
  userAgent: null,
  cookies: new Map(),
  idempotencyKey: null,
  logPosition: null,
  acceptsEvents: false,
  fetchDestination: null,
  credential: null,
  authorization: null,
  boundCredential: null,
  dpop: null,
  isAbandoned: false,
  bodyHash: "",
};

/** The query side, and the token of a session. */
async function opened<Projections extends ScratchProjections>(
  start: Parameters<typeof openScratchQueryApi<Projections>>[0],
) {
  const scratch = await openScratchQueryApi(start);
  onTestFinished(() => scratch.close());
  const happens = people(scratch);
  const { token } = await happens.signedIn(await happens.registered());
  return { scratch, token };
}

it("accepts a session although progress reports are delayed by a busy process", async () => {
  const { scratch, token } = await opened((service) => new HeldProjections(service));
  const { api, projections } = scratch;
  await projections.fold();
  const lags = vi.spyOn(projections.progress, "lagSeconds");
  projections.lag = 5;
  const answering = api.authenticate({ kind: "bearer", value: token }, context, { principals: ["session"] } as never);
  expect(lags).toHaveLastReturnedWith(5);
  // Simulates a progress report that was waiting behind this request.
  projections.lag = 0;
  expect(await answering).toHaveProperty("userId");
});

it("refuses every session once the projections have stopped", async () => {
  const { scratch, token } = await opened(runningProjections);
  const status = async () => (await scratch.get("/api/auth/me", { token })).status;
  await expect.poll(status).toBe(200);
  await scratch.projections.stop();
  await expect.poll(status, { interval: 100 }).toBe(503);
});
