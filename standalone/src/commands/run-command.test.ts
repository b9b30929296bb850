import { expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { runInProcess } from "../testing/run-in-process.ts";

const run = (line: string) => runInProcess(line.split(" ").filter(Boolean), {});

it.each(["--version", "-v", "version"])("U12 says its version: %s", async (line) => {
  expect(await run(line)).toEqual({ code: 0, stdout: `attestory ${manifest.version}\n`, stderr: "" });
});

it.each(["help import", "--help import", "import --help", "import x -h"])(
  "U12 explains a command: %s",
  async (line) => {
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^attestory import FILE \[KEYFILE\].*\n\nCheck a backup .*\n/);
    expect(stdout).toMatch(/^ {2}--until TIME {4,}only what it has until then/m);
  },
);

it.each(["", "help", "--help"])("U12 lists the commands: %j", async (line) => {
  const { code, stdout } = await run(line);
  expect(code).toBe(0);
  for (const name of ["start", "rescue", "openapi", "help COMMAND"]) expect(stdout).toMatch(`\n  ${name}  `);
});

it.each([
  ["exprot", 'there is no command "exprot"; did you mean "export"?'],
  ["help exprot", 'there is no command "exprot"; did you mean "export"?'],
  ["exprot --help", 'there is no command "exprot"; did you mean "export"?'],
  ["constructor", 'there is no command "constructor"; there are start, '],
  ["start --port 8080", '"start --port 8080": this command takes no arguments; settings are environment variables'],
  ["import a --untill x", "there is no option --untill; did you mean --until?: import FILE"],
  ["export --keys", "--keys takes a value: export [FILE]"],
])("U12 names what was probably meant: %s", async (line, why) => {
  expect(await run(line)).toEqual({ code: 64, stdout: "", stderr: expect.stringContaining(`attestory: ${why}`) });
});
