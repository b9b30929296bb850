import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A way in which the disk of a data folder fails for the process that uses it, and works again. */
export interface Failure {
  name: string;
  /** Whether this machine can simulate it. */
  possible: boolean;
  fail(pid: number, dataDir: string): Promise<void>;
  mend(pid: number, dataDir: string): Promise<void>;
}

const newFolder = () => mkdtempSync(join(tmpdir(), "attestory-disk-"));
const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Appends this many bytes to the file until the disk takes no more. */
function fill(file: string, bytes: number): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

const linux = process.platform === "linux";
const mounts = () => {
  const folder = newFolder();
  const mounted = works("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder) && works("umount", folder);
  rmSync(folder, { recursive: true });
  return mounted;
};
const canMount = linux && mounts();

/** A folder that is, if this machine allows it, a file system of twelve megabytes. */
export function openFolder(): { dataDir: string; remove(): void } {
  const dataDir = newFolder();
  if (canMount) execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", dataDir]);
  return {
    dataDir,
    remove() {
      if (canMount) execFileSync("umount", [dataDir]);
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** ENOSPC: a file fills the free space of the small file system. Requires root on Linux. */
const fullDisk: Failure = {
  name: "is full (ENOSPC, a small tmpfs)",
  possible: canMount,
  async fail(_, dataDir) {
    for (const bytes of [1_000_000, 4096, 1]) fill(join(dataDir, "ballast"), bytes);
  },
  mend: async (_, dataDir) => rmSync(join(dataDir, "ballast")),
};

/** EFBIG: no file of the process may grow past the log's current size (RLIMIT_FSIZE; Node ignores its signal). For any user on Linux. */
const limitedFiles: Failure = {
  name: "lets no file grow (EFBIG, RLIMIT_FSIZE)",
  possible: linux && works("prlimit", "--version"),
  async fail(pid, dataDir) {
    const { size } = statSync(join(dataDir, "events-1.sqlite-wal"));
    execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${size}:unlimited`]);
  },
  async mend(pid) {
    execFileSync("prlimit", [`--pid=${pid}`, "--fsize=unlimited:unlimited"]);
  },
};

/** True if strace has attached to every thread of the process. */
const isTraced = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).every(
    (thread) => !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8")),
  );

/** EIO from every fsync. Requires strace and permission to trace another process. */
function failingSync(): Failure {
  let tracing: ReturnType<typeof spawn> | null = null;
  return {
    name: "fails to sync (EIO, strace)",
    possible: linux && works("strace", "-qq", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"),
    async fail(pid) {
      const inject = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
      tracing = spawn("strace", ["-f", "-qq", ...inject, "-o", "/dev/null", "-p", String(pid)], { stdio: "ignore" });
      while (!isTraced(pid)) await wait(20);
    },
    async mend() {
      tracing?.kill("SIGINT");
      if (tracing) await once(tracing, "exit");
    },
  };
}

/** Every way in which a disk can fail. */
export const failures: readonly Failure[] = [fullDisk, limitedFiles, failingSync()];
