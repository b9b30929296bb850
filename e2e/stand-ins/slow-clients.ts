import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/**
 * `heads` never end, `bodies` send a byte a second, `readers` request much and read little each second, `idlers` send one
 * request and stay connected, `pipeliners` send 2,400 requests at once and read nothing.
 */
export type SlowKind = "heads" | "bodies" | "readers" | "idlers" | "pipeliners";

/** The outcome of the connections of one kind. */
export interface SlowOutcome {
  closed: number;
  open: number;
  /** The lifetime of the connection that was closed last, in milliseconds. */
  longestMs: number;
}

const program = fileURLToPath(import.meta.url);

/** Starts many slow clients in a separate process, which ends them after `seconds`. */
export function slowClients(
  kind: SlowKind,
  url: string,
  { path, count, seconds }: { path: string; count: number; seconds: number },
) {
  const asked = [program, kind, new URL(url).port, path, String(count), String(seconds)];
  const child: ChildProcess = spawn(process.execPath, asked, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout?.on("data", (text) => (output += text));
  const lines = () => output.trim().split("\n");
  return {
    /** Resolves once all are connected and have begun. */
    async begun(): Promise<void> {
      while (!output.includes("\n")) await once(child.stdout ?? child, "data");
    },
    async outcome(): Promise<SlowOutcome> {
      if (child.exitCode === null) await once(child, "close");
      return JSON.parse(lines().at(-1) ?? "");
    },
  };
}

const opening = (path: string, host: string): Record<SlowKind, string> => ({
  heads: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`,
  bodies: `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{`,
  readers: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(60),
  idlers: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  pipeliners: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(2_400),
});
const drop: Record<SlowKind, string> = { heads: "X-A: b\r\n", bodies: " ", readers: "", idlers: "", pipeliners: "" };

if (process.argv[1] === program) {
  const [, , kind = "heads", port, path = "/", count, seconds] = process.argv as string[] & { 2: SlowKind };
  const outcome: SlowOutcome = { closed: 0, open: 0, longestMs: 0 };
  const one = async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    await Promise.race([once(socket, "connect"), once(socket, "close")]);
    const begun = performance.now();
    outcome.open++;
    socket.once("close", () => {
      outcome.open--;
      outcome.closed++;
      outcome.longestMs = Math.max(outcome.longestMs, performance.now() - begun);
    });
    socket.write(opening(path, `localhost:${port}`)[kind]);
    const reads = kind !== "readers" && kind !== "pipeliners";
    if (reads) socket.resume();
    // A client that does not read detects the close only by writing, on the second write.
    const knock = (ms: number) => setTimeout(() => socket.write("\r\n"), Number(seconds) * 1000 - ms);
    if (!reads) [1000, 500].map(knock);
    setInterval(() => (kind === "readers" ? socket.read(1) : drop[kind] && socket.write(drop[kind])), 1000);
  };
  for (let opened = 0; opened < Number(count); opened += 100) {
    await Promise.all(Array.from({ length: Math.min(100, Number(count) - opened) }, one));
  }
  process.stdout.write("begun\n");
  setTimeout(() => {
    process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
  }, Number(seconds) * 1000);
}
