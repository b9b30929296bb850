import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { givenSignedInUser, type Person } from "./client.ts";
import { goodWrites } from "./good-writes.ts";
import { jsonCases, sendChanged } from "./json-bodies.ts";

const patienceMs = 1_500;

let stack: Stack;
let person: Person & { token: string };
beforeAll(async () => {
  stack = await startAsOperator({ LOG_LEVEL: "error" });
  person = await givenSignedInUser(stack.url);
});
afterAll(() => stack.remove());

it.each(Object.entries(jsonCases))(
  "IN-03 rejects within 1.5 s a body that is or contains %s",
  async (_, [make, status]) => {
    const writes = await goodWrites(stack.url, person);
    let askedAt = performance.now();
    for await (const { route, answer } of sendChanged({ url: stack.url, person, writes }, make)) {
      expect([route, answer.status]).toEqual([route, status]);
      expect(performance.now() - askedAt, route).toBeLessThan(patienceMs);
      askedAt = performance.now();
    }
  },
);
