import { resolve } from "node:path";
import { compileCache } from "@attestory/e2e/start-stack.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { start } from "@attestory/standalone/start.ts";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import { demoEnvironment } from "./demo/demo-environment.ts";
import { markDemoFolder, prepareDemoFolder } from "./demo/demo-folder.ts";
import { demoLines } from "./demo/demo-lines.ts";
import { demoPort } from "./demo/demo-port.ts";
import { fillDemo } from "./demo/fill-demo.ts";

/** `npm run demo`: a service that has been alive for nine weeks, on a folder of its own. */

const usage = "usage: npm run demo -- [--folder FOLDER] [--port NUMBER] [--new]";

function endWith(code: number, line: string): never {
  process.stderr.write(`attestory: ${line}\n`);
  process.exit(code);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

async function filled(folder: string): Promise<string> {
  const startedAt = performance.now();
  const now = new Date();
  const { isTTY } = process.stdout;
  if (!isTTY) say("Making up nine weeks …");
  await fillDemo({
    folder,
    now: now.getTime(),
    onProgress(share) {
      if (isTTY) process.stdout.write(`\r\u001b[KMaking up nine weeks: ${Math.floor(share * 100)} %`);
    },
  });
  markDemoFolder(folder, now.toISOString());
  if (isTTY) process.stdout.write("\r\u001b[K");
  say(`Made up nine weeks in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return now.toISOString();
}

const read = readArguments(process.argv.slice(2), {
  folder: { type: "string", default: "./demo-data" },
  port: { type: "string" },
  new: { type: "boolean", default: false },
});
if ("wrong" in read) endWith(64, `${read.wrong}\n${usage}`);
const { values, positionals } = read;
if (positionals.length > 0) endWith(64, `the demo takes no ${positionals[0]}\n${usage}`);
const folder = resolve(values.folder);
const port = values.port ?? String(await demoPort());
const settings = demoEnvironment(process.env, { folder, port });
if ("refused" in settings) endWith(78, settings.refused);

// As in main.js: only the owner can read what is made, and threads do not compile the same modules again.
process.umask(0o077);
process.env.NODE_COMPILE_CACHE ??= compileCache;

const prepared = prepareDemoFolder(folder, { wanted: values.new });
if ("refused" in prepared) endWith(1, prepared.refused);
const filledAt = prepared.filledAt ?? (await filled(folder));
await start(settings.environment, builtWebApp);
for (const line of demoLines({ url: `http://localhost:${port}`, folder: values.folder, filledAt })) say(line);
