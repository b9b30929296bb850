import { expect, it } from "vitest";
import { readArguments } from "./read-arguments.ts";

const options = { until: { type: "string" }, foreign: { type: "boolean", default: false } } as const;

it.each([
  { args: ["--forein"], wrong: "there is no option --forein; did you mean --foreign?" },
  { args: ["-x"], wrong: "there is no option -x" },
  { args: ["--constructor"], wrong: "there is no option --constructor" },
  { args: ["--until"], wrong: "--until takes a value" },
  { args: ["--until="], wrong: "--until takes a value" },
  { args: ["--until", "--foreign"], wrong: "--until takes a value" },
  { args: ["--foreign=yes"], wrong: "--foreign takes no value" },
])("U12 says what is wrong with $args in our words", ({ args, wrong }) => {
  expect(readArguments(args, options)).toEqual({ wrong });
});

it("U12 reads options and names in any order", () => {
  const read = readArguments(["a.sql", "--until", "now", "--foreign", "--", "-b.sql"], options);
  expect(read).toMatchObject({ values: { until: "now", foreign: true }, positionals: ["a.sql", "-b.sql"] });
});
