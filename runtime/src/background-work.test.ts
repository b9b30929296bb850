import { expect, it } from "vitest";
import { BackgroundWork } from "./background-work.ts";

it("starts after the caller has gone on, and settles when all of it has ended", async () => {
  const order: string[] = [];
  const work = new BackgroundWork(() => order.push("failed"));
  work.start(async () => order.push("first"));
  work.start(async () => order.push("second"));
  order.push("answered");
  await work.settled();
  expect(order).toEqual(["answered", "first", "second"]);
});

it("reports a failure and settles all the same", async () => {
  const errors: unknown[] = [];
  const work = new BackgroundWork((error) => errors.push(error));
  const error = new Error("disk full");
  work.start(async () => {
    throw error;
  });
  await work.settled();
  expect(errors).toEqual([error]);
});
