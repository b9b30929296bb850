import { expect, it } from "vitest";
import { untilClosed } from "./until-closed.ts";

it("ends the work by its signal, and waits for what it still does", async () => {
  const steps: string[] = [];
  const working = untilClosed(async (signal) => {
    await new Promise<void>((aborted) => signal.addEventListener("abort", () => aborted()));
    await new Promise((done) => setTimeout(done));
    steps.push("ended");
  });
  expect(steps).toEqual([]);
  await working.close();
  expect(steps).toEqual(["ended"]);
});

it("rejects the close if the work has failed", async () => {
  const working = untilClosed(async () => {
    throw new Error("no disk");
  });
  await expect(working.close()).rejects.toThrow("no disk");
});
