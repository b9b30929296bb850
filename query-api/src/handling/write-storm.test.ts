/** @module-tag random */
import { projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { expect, it, onTestFinished } from "vitest";
import { people } from "../testing/people.ts";
import { runningProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi } from "../testing/scratch-query-api.ts";

/** The storm lasts until this many users were written and this many live reads were answered. */
const enough = process.env.FULL_RUN === "1" ? { written: 20_000, answered: 500 } : { written: 500, answered: 10 };

it("RE-16 answers with fresh data or 503 under a storm of writes, and recovers after it", {
  timeout: 300_000,
}, async () => {
  const scratch = await openScratchQueryApi(runningProjections);
  onTestFinished(() => scratch.close());
  const { service, projections } = scratch;
  const happens = people(scratch);
  const userId = await happens.registered();
  const { token } = await happens.signedIn(userId);
  const me = (position: bigint) => scratch.get("/api/auth/me", { token, headers: scratch.knowing(position) });

  let written = 0;
  let answered = 0;
  const isOngoing = () => written < enough.written || answered < enough.answered;
  const storm = Array.from({ length: 64 }, async () => {
    while (isOngoing()) {
      await happens.registered();
      written++;
    }
  });
  let name = 0;
  // Writes must not starve live reads: the storm lasts until enough reads were answered.
  while (isOngoing()) {
    const firstName = `Ada ${++name}`;
    const position = await happens.happenedToUser({
      type: "ProfileChanged",
      data: { userId, firstName, lastName: null },
    });
    const answer = await me(position);
    const body = (await answer.json()) as { code?: string; user: { firstName: string } };
    if (answer.status === 200) {
      answered++;
      expect(body.user.firstName).toBe(firstName);
    } else expect([answer.status, body.code]).toEqual([503, "projection_lag"]);
  }
  await Promise.all(storm);
  const head = await service.log.head();
  expect(await projections.progress.waitForPosition(projectionNames, head, 60_000)).toBe(true);
  await expect.poll(async () => (await me(head)).status).toBe(200);
});
