import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";

const program = `
  const { createLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
  const log = createLog({ level: "info" });
  process.stdout.write("started\\n");
  log.info({}, "an entry");
  while (log.fault() === null) await new Promise((resolve) => setTimeout(resolve, 10));
  process.stderr.write(log.fault());
`;

it.skipIf(process.platform !== "linux")(
  "RE-54 a full disk for log lines is a reason that the service gives, and ends no process",
  async () => {
    // Every write to this file fails as on a full disk.
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    const { stderr } = child;
    const [said, [code]] = await Promise.all([stderr && text(stderr), once(child, "exit")]);
    expect([said, code]).toEqual(["log lines cannot be written: ENOSPC", 0]);
  },
);

it.skipIf(process.platform !== "linux")(
  "writes a line that came while the reader paused, also if no other follows",
  async () => {
    const program = `
    const { createLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
    const log = createLog({ level: "info" });
    // More than a pipe takes: the rest waits for the reader.
    log.info({}, "x".repeat(700_000));
    setTimeout(() => log.info({}, "short"), 150);
    setTimeout(() => {}, 60_000);
  `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const { stdout } = child;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    let said = "";
    stdout.on("data", (text) => {
      said += text;
    });
    await expect.poll(() => said, { timeout: 5000 }).toContain('"msg":"short"');
  },
);
