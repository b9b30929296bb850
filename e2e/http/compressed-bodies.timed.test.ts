import { afterAll, beforeAll, expect, it } from "vitest";
import { residentMb } from "../process-memory.ts";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { givenAdminByCommand } from "./admin-by-command.ts";
import { codings, pages, sendCompressed, spread, statusDue } from "./compressed-bodies.ts";
import { declaredRoutes, named } from "./declared-routes.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startAsOperator({ LOG_LEVEL: "error" });
});
afterAll(() => stack.remove());

it("HT-04 never unpacks a small body of a hundred megabytes, on any call or page", async () => {
  const { token } = await givenAdminByCommand(stack);
  // The others, which are all reads without a body, answer 401 to a session before anything else.
  const routes = (await declaredRoutes(stack.url)).filter(({ open, takesSession }) => open || takesSession);
  const places = [...routes, ...pages];
  const bomb = spread(100);
  const before = residentMb(stack);
  let most = before;
  for (const [coding, compress] of Object.entries(codings)) {
    const body = compress(bomb);
    for (const place of places) {
      const asked = Array.from({ length: 4 }, () => sendCompressed(stack.url, place, { coding, body, token }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect([coding, named(place), ...new Set(statuses)]).toEqual([coding, named(place), statusDue(place, body)]);
      most = Math.max(most, residentMb(stack));
    }
  }
  // A single unpacked body would take a hundred.
  expect(most - before).toBeLessThan(60);
});
