import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The disk of a data folder, which tests can make fail and work again. */
export interface Disk {
  dataDir: string;
  fail(pid: number): Promise<void>;
  mend(pid: number): Promise<void>;
  remove(): void;
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

/** ENOSPC: a file system of six megabytes, and a file that fills the free space. Requires root on Linux. */
function smallFileSystem(): Disk {
  const dataDir = newFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", dataDir]);
  const ballast = join(dataDir, "ballast");
  return {
    dataDir,
    async fail() {
      for (const bytes of [1_000_000, 4096, 1]) fill(ballast, bytes);
    },
    mend: async () => rmSync(ballast),
    remove() {
      execFileSync("umount", [dataDir]);
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** EFBIG: no file of the process may grow past the log's current size (RLIMIT_FSIZE; Node ignores its signal). For any user on Linux. */
function limitedFiles(): Disk {
  const dataDir = newFolder();
  return {
    dataDir,
    async fail(pid) {
      const { size } = statSync(join(dataDir, "events-1.sqlite-wal"));
      execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${size}:unlimited`]);
    },
    async mend(pid) {
      execFileSync("prlimit", [`--pid=${pid}`, "--fsize=unlimited:unlimited"]);
    },
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}

/** True if strace has attached to every thread of the process. */
const isTraced = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).every(
    (thread) => !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8")),
  );

/** EIO from every fsync. Requires strace and permission to trace another process. */
function failingSync(): Disk {
  const dataDir = newFolder();
  let tracing: ReturnType<typeof spawn> | null = null;
  return {
    dataDir,
    async fail(pid) {
      const inject = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
      tracing = spawn("strace", ["-f", "-qq", ...inject, "-o", "/dev/null", "-p", String(pid)], { stdio: "ignore" });
      while (!isTraced(pid)) await wait(20);
    },
    async mend() {
      tracing?.kill("SIGINT");
      if (tracing) await once(tracing, "exit");
    },
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}

const linux = process.platform === "linux";
const mounts = () => {
  const folder = newFolder();
  const mounted = works("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder) && works("umount", folder);
  rmSync(folder, { recursive: true });
  return mounted;
};

/** Every way in which a disk can fail, and whether this machine can simulate it. */
export const disks: { name: string; open: () => Disk; possible: boolean }[] = [
  { name: "is full (ENOSPC, a small tmpfs)", open: smallFileSystem, possible: linux && mounts() },
  {
    name: "lets no file grow (EFBIG, RLIMIT_FSIZE)",
    open: limitedFiles,
    possible: linux && works("prlimit", "--version"),
  },
  {
    name: "fails to sync (EIO, strace)",
    open: failingSync,
    possible: linux && works("strace", "-qq", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"),
  },
];
