import { expect, it } from "vitest";
import { waitInWords } from "./wait-alert.tsx";

it("writes a wait in seconds, or from a minute on in minutes like a clock", () => {
  expect([1, 2, 59, 60, 61, 899, 3600].map(waitInWords)).toEqual([
    "1 second",
    "2 seconds",
    "59 seconds",
    "1:00 minutes",
    "1:01 minutes",
    "14:59 minutes",
    "60:00 minutes",
  ]);
});
