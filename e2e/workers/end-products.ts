import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** File with the process id of each product that outlives its test file, one a line. */
    productsWithWorkers: string;
  }
}

/** A process that has ended by itself is none of ours any more. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Ends, after the run, the products that several test files share. @public Vitest calls it. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "attestory-workers-"));
  const file = join(folder, "pids");
  project.provide("productsWithWorkers", file);
  return () => {
    for (const line of readIfThere(file).split("\n").filter(Boolean)) end(Number(line));
    rmSync(folder, { recursive: true, force: true });
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
