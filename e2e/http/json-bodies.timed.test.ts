import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startAsOperator } from "../start-stack.ts";
import { givenAdminByCommand } from "./admin-by-command.ts";
import type { Member } from "./admins.ts";
import { goodWrites } from "./good-writes.ts";
import { jsonCases, sendChanged } from "./json-bodies.ts";

const patienceMs = 1_500;

let stack: Stack;
let person: Member;
beforeAll(async () => {
  stack = await startAsOperator({ LOG_LEVEL: "error" });
  person = await givenAdminByCommand(stack);
});
afterAll(() => stack.remove());

it.each(Object.entries(jsonCases))(
  "IN-03 rejects within 1.5 s a body that is or contains %s",
  async (_, [make, status]) => {
    // A file may be larger: HT-02 tests its limit.
    const writes = (await goodWrites(stack.url, person)).filter(({ upload }) => !upload);
    let askedAt = performance.now();
    for await (const { route, answer } of sendChanged({ url: stack.url, person, writes }, make)) {
      expect([route, answer.status]).toEqual([route, status]);
      expect(performance.now() - askedAt, route).toBeLessThan(patienceMs);
      askedAt = performance.now();
    }
  },
);
