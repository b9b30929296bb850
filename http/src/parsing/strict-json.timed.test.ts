import { expect, it } from "vitest";
import { parseJsonObject } from "./strict-json.ts";

it("IN-08 parses 2 MB of hostile text in less than a second", () => {
  const long = 2_000_000;
  const hostile = [
    `{"a":"${"\\\\".repeat(long / 2)}"}`,
    `{"a":"${'\\"'.repeat(long / 2)}"}`,
    `{"a":${"[],".repeat(long / 3)}`,
  ];
  for (const body of hostile) {
    const begun = performance.now();
    parseJsonObject(Buffer.from(body));
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
});
