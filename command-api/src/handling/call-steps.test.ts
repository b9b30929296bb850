import { createHmac } from "node:crypto";
import { decryptMark, type KeyedDigest } from "@attestory/http/security/position-mark.ts";
import { expect, it } from "vitest";
import { type CommandBasics, createCallSteps } from "./call-steps.ts";

it("A11 holds the answer to a revocation for appends in progress and for the read models", async () => {
  const [appends, readModels] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const awaited: bigint[] = [];
  const steps = createCallSteps({
    settled: () => appends.promise,
    projected: (position: bigint) => {
      awaited.push(position);
      return readModels.promise;
    },
  } as Partial<CommandBasics> as CommandBasics);
  let isOver = false;
  const waiting = steps.waitForRevocation(7n).then(() => {
    isOver = true;
  });
  const isOverYet = async () => {
    await new Promise(setImmediate);
    return isOver;
  };

  expect(await isOverYet()).toBe(false);
  readModels.resolve(true);
  expect(await isOverYet()).toBe(false);
  appends.resolve();
  await waiting;

  expect(awaited).toEqual([7n]);
});

it("marks an answer with a cookie that expires after 30 seconds, and a header that never does", () => {
  const digest: KeyedDigest = (...parts) =>
    createHmac("sha256", "key").update(JSON.stringify(parts)).digest("base64url");
  const now = new Date("2026-03-02T10:00:00.000Z");
  const steps = createCallSteps({
    keyring: { hmac: (_, ...parts) => digest(...parts) },
    generation: 3,
    now: () => now,
  } as Partial<CommandBasics> as CommandBasics);
  const { headers, cookies } = steps.positionMark(7n);
  const readAfter = (text: string | undefined, ms: number) =>
    decryptMark(text ?? "", new Date(now.getTime() + ms), digest);
  const [, cookie] = /^__Host-position=([\w-]+);.*; Max-Age=30$/.exec(cookies[0] ?? "") ?? [];
  const mark = { generation: 3, position: 7n };

  expect([readAfter(cookie, 29_999), readAfter(cookie, 30_000)]).toEqual([mark, null]);
  expect(readAfter(headers["X-Log-Position"], 86_400_000)).toEqual(mark);
});
