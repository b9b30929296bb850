import { withoutProgress } from "@attestory/runtime/testing/without-progress.ts";
import { vi } from "vitest";
import { runCommand } from "../commands/run-command.ts";

class Exit extends Error {}

/** As `runCli`, in this process, which has loaded the modules already: all but the program's own start. */
export const runInProcess = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
  untilExit(() => runCommand(args, environment, { isOwnProcess: false }));

/** What a program writes, and the code that it exits with, while it runs in this process. */
export async function untilExit(program: () => Promise<unknown>) {
  const outcome = { code: 0, stdout: "", stderr: "" };
  let exited = false;
  // A command that has exited writes no more, though it may still run here.
  const collect = (stream: "stdout" | "stderr") =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      if (!exited) outcome[stream] += text;
      return true;
    });
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    if (!exited) outcome.code = Number(code);
    exited = true;
    throw new Exit();
  });
  const spies = [collect("stdout"), collect("stderr"), exit];
  try {
    await program();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { ...outcome, stderr: withoutProgress(outcome.stderr) };
}
