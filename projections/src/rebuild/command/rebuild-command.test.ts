import { expect, it } from "vitest";
import { runRebuildCommand } from "./rebuild-command.ts";

it("stops as by the keyboard when its terminal is closed, and says what stays", async () => {
  const open = () => {
    setImmediate(() => process.emit("SIGHUP"));
    return new Promise<never>(() => undefined);
  };
  const fail = (code: number, why: string): never => {
    throw new Error(`${code}: ${why}`);
  };
  await expect(runRebuildCommand({ args: ["users"], open, fail })).rejects.toThrow(
    "1: stopped; the active build stays active",
  );
});
