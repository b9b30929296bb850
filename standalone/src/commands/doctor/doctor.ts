import { styleText } from "node:util";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { readConfiguration, type Settings } from "../../config.ts";
import { isTakenFolder } from "../../data-folder.ts";
import { serviceAddress } from "../service-address.ts";
import { checkAddress } from "./check-address.ts";
import { checkData } from "./check-data.ts";
import { checkDisk, checkFolder } from "./check-folder.ts";
import { checkMailServer } from "./check-mail.ts";
import { checkProxy } from "./check-proxy.ts";
import { checkService } from "./check-service.ts";
import { type Finding, findingsOf } from "./finding.ts";

const usage = "doctor [--json]";

/** `attestory doctor [--json]`: checks what the service needs, and changes nothing. Exits with 1 if there is a problem. */
export async function doctorCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, { json: { type: "boolean", default: false } });
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  if (read.positionals.length > 0) return fail(64, usage);
  const findings: Finding[] = [];
  for await (const finding of diagnose(environment)) {
    findings.push(finding);
    if (!read.values.json) process.stdout.write(`${lineOf(finding)}\n`);
  }
  const problems = findings.filter(({ state }) => state === "problem").length;
  const summary = problems === 1 ? "1 problem" : `${problems} problems`;
  process.stdout.write(read.values.json ? `${JSON.stringify(findings, null, 2)}\n` : `${summary}\n`);
  if (problems > 0) process.exit(1);
}

const settingsOf = findingsOf("settings");

async function* diagnose(environment: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) {
    for (const fault of configuration.faults) yield settingsOf.problem(fault);
    return;
  }
  const { settings, warnings } = configuration;
  for (const warning of warnings) yield settingsOf.warning(warning, "rename it");
  if (warnings.length === 0) yield settingsOf.ok(`valid for ${settings.production ? "production" : "development"}`);
  yield* diagnoseService(environment, settings);
}

async function* diagnoseService(environment: NodeJS.ProcessEnv, settings: Settings): AsyncGenerator<Finding> {
  const { dataDir, host, production } = settings;
  const { publicUrl, port } = serviceAddress(environment, settings);
  const folder = checkFolder(dataDir);
  yield folder;
  yield checkDisk(dataDir);
  // The files of another user cannot be opened, or would be left with files that their owner cannot open.
  const isOwn = folder.state === "ok";
  if (isOwn) yield* await checkData(settings);
  const isRunning = isOwn && isTakenFolder(dataDir);
  yield await checkService({ isRunning, host, port });
  yield await checkAddress({ publicUrl, production, isRunning });
  yield checkProxy({ ...settings, publicUrl });
  yield await checkMailServer(settings);
}

const colours = { ok: "green", warning: "yellow", problem: "red" } as const;

function lineOf({ check, state, found, remedy }: Finding): string {
  const word = styleText(colours[state], state.padEnd(7), { stream: process.stdout });
  return `${word}  ${check.padEnd(11)}  ${found}${remedy ? `: ${remedy}` : ""}`.replaceAll(/[\r\n]+/g, " ");
}
