/** @module-tag own-stack */
import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { facts, filesHolding, storedEvents } from "./stored-log.ts";

const stack = sharedProductScene();

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const streamName = new RegExp(
  `^(?:(?:user|session|sessions|mail|attempts|erasure)-${uuid}|(?:email|username)-[A-Za-z0-9_-]{43}|[A-Za-z]+Progress|settlements|notary|verifications)$`,
);

it("IN-10 names streams by ids and digests alone, whatever users enter", async () => {
  const atFirst = (await storedEvents(stack)).length;
  const taken = ["user-1", "---", "..-..", "all", "system-x", "session-0", "mail-progress", "-stats"];
  for (const [n, username] of taken.entries()) {
    await givenSignedInUser(stack.url, { username, email: `user-${n}-=all@streams-x.example.com` });
  }
  const refused = ["$all", "$$user", "user/1", "$ce-user", "a$b", "user\\1", "user:1", "user 1"];
  const before = (await facts(stack)).length;
  for (const username of refused) {
    const asking = { body: newPerson({ username }) };
    expect([username, (await call(stack.url, "POST /api/auth/register", asking)).status]).toEqual([username, 400]);
  }
  for (const local of ["$all", "$$user", "user/1", "a$b"]) {
    for (const [path, body] of [
      ["/api/auth/register", newPerson({ email: `${local}@example.com` })],
      ["/api/auth/login", { email: `${local}@example.com`, password: "correct horse battery" }],
      ["/api/auth/resend-verification", { email: `${local}@example.com` }],
    ] as const) {
      expect([path, local, (await call(stack.url, `POST ${path}`, { body })).status]).toEqual([path, local, 400]);
    }
  }
  expect((await facts(stack)).length).toBe(before);
  const events = (await storedEvents(stack)).slice(atFirst);
  expect(events.length).toBeGreaterThan(5 * taken.length);
  for (const { stream } of events) expect(stream).toMatch(streamName);
  const log = filesHolding(stack.dataDir, "streams-x.example.com").filter((name) => name.startsWith("events"));
  expect(log).toEqual([]);
});
