import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["export", "import", "rescue", "SMTP_URL"];

it.each([
  ["exprot", "export"],
  ["epxort", "export"],
  ["imports", "import"],
  ["mport", "import"],
  ["rescxe", "rescue"],
  ["resceu", "rescue"],
  ["SMPT_URL", "SMTP_URL"],
  ["smtp_url", "SMTP_URL"],
  ["SMTPURL", "SMTP_URL"],
  ["backup", null],
  ["", null],
])("U12 takes %j for %j", (given, meant) => {
  expect(nearestName(given, names)).toBe(meant);
});

it("U12 prefers the nearest of several names, and takes no more edits than allowed", () => {
  expect(nearestName("inport", ["import", "export", "report"])).toBe("import");
  expect(nearestName("resceu", names, 1)).toBe("rescue");
  expect(nearestName("resce", names, 1)).toBe("rescue");
  expect(nearestName("resc", names, 1)).toBeNull();
});
