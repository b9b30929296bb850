import { describe, expect, it } from "vitest";
import { describeAdminCommands } from "../http/admin-commands.contract.ts";
import { oneOfEach, startOwnStack } from "./own-stack.ts";
import { runProgram } from "./run-program.ts";
import { whyNotDistributed } from "./start-distributed.ts";

const attestory = (settings: Readonly<Record<string, string>>, args: readonly string[]) =>
  runProgram("command-api/src/admin/main.ts", args, settings);

describe.skipIf(whyNotDistributed())("on servers", () => {
  describeAdminCommands("the admin commands beside the running services", async () => {
    const stack = await startOwnStack({ LOG_LEVEL: "debug" }, oneOfEach);
    return { ...stack, attestory: (args) => attestory(stack.settings, args) };
  });
});

const settings = {
  EVENT_LOG: "esdb://127.0.0.1:9?tls=false",
  VAULT: "mongodb://127.0.0.1:9/vault",
  MASTER_KEY: Buffer.alloc(32, 1).toString("base64"),
};

it.each([
  { what: "an unknown command", args: ["admin"], environment: settings, code: 64, reason: /there are admin-link, / },
  { what: "a missing address", args: ["rescue"], environment: settings, code: 64, reason: /rescue takes the email/ },
  { what: "no configuration", args: ["admin-link"], environment: {}, code: 78, reason: /EVENT_LOG .*MASTER_KEY/ },
  { what: "an unavailable server", args: ["admin-link"], environment: settings, code: 1, reason: /./ },
])("AU-14 ends with one line that names the reason: $what", async ({ args, environment, code, reason }) => {
  const outcome = await attestory(environment as Record<string, string>, args);
  expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(reason) });
  expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
});
