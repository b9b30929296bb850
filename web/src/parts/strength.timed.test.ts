import { expect, it } from "vitest";
import { passwordStrength } from "./strength.ts";

it("rates a very long password within 200 ms", () => {
  const started = performance.now();
  passwordStrength("ab".repeat(512) + "x".repeat(1000));
  expect(performance.now() - started).toBeLessThan(200);
});
