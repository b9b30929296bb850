import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../start-stack.ts";

const configuration = fileURLToPath(new URL("../../deploy/gateway.conf", import.meta.url));
const routes = fileURLToPath(new URL("../../deploy/gateway-routes.conf", import.meta.url));
/** Where tests keep `openapi.json`, which the gateway's image has beside the web app's files. */
export const documents = fileURLToPath(new URL("../../node_modules/.cache/attestory-documents", import.meta.url));
const web = fileURLToPath(new URL("../../web/dist", import.meta.url));
const places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"];
const nginx = places.find((place) => existsSync(place));

/** Why tests cannot run a gateway, or null if they can. @throws where servers are required */
export const gatewayMissing = (): string | null => {
  if (nginx) return null;
  const why = "there is no nginx: install Debian's nginx-light";
  if (process.env.REQUIRE_SERVERS === "1") throw new Error(why);
  return why;
};

export interface Gateway {
  url: string;
  process: ChildProcess;
  /** Everything that it has logged. */
  output(): string;
  stop(): Promise<void>;
}

interface GatewayAddress {
  port?: number;
  /** What the processes know as `PUBLIC_URL`, if it is not the gateway's own address. */
  publicUrl?: string;
}

/** Runs the gateway's own configuration on a real nginx, with container names replaced by ports of this machine. */
export async function startGateway(
  command: readonly number[],
  query: readonly number[],
  { port, publicUrl }: GatewayAddress = {},
) {
  if (!nginx) throw new Error("there is no nginx");
  const at = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), "attestory-gateway-"));
  const scratch = join(folder, "tmp");
  mkdirSync(scratch);
  const file = join(folder, "nginx.conf");
  const publicHost = new URL(publicUrl ?? `http://localhost:${at}`).host;
  copyFileSync(routes, join(folder, "gateway-routes.conf"));
  writeFileSync(file, adapted({ command, query, at, scratch, publicHost }));
  const logFile = join(folder, "access.log");
  const output = () => readFileSync(logFile, "utf8");
  // nginx opens its log by name, which does not work with a pipe of Node.js.
  const fd = openSync(logFile, "a");
  const child = spawn(nginx, ["-c", file, "-g", "daemon off;"], { stdio: ["ignore", fd, fd] });
  closeSync(fd);
  const exited = once(child, "exit");
  const url = `http://localhost:${at}`;
  for (let tries = 0; !(await answers(`${url}/gateway/live`)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`no gateway:\n${output()}`);
    await wait(25);
  }
  const gateway: Gateway = {
    url,
    process: child,
    output,
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return gateway;
}

const answers = async (url: string) => (await fetch(url).catch(() => null))?.ok === true;

interface Adapted {
  command: readonly number[];
  query: readonly number[];
  at: number;
  scratch: string;
  publicHost: string;
}

function adapted(to: Adapted): string {
  const servers = (name: "command" | "query") =>
    to[name].map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ");
  const replaced = readFileSync(configuration, "utf8")
    // First, because the folder of the web app may itself be below /tmp.
    .replaceAll("/tmp/", `${to.scratch}/`)
    // Only the container's newer nginx needs these lines: the servers here have no names to look up.
    .replace(/^ *(include \S+resolver\.conf|zone .*);$/gm, "")
    .replace(
      /server command-1:3000 resolve max_fails=0;\s+server command-2:3000 resolve max_fails=0;/,
      servers("command"),
    )
    .replace(/server query-1:3000 resolve max_fails=0;\s+server query-2:3000 resolve max_fails=0;/, servers("query"))
    .replace("listen 8080;", `listen ${to.at}; listen [::1]:${to.at};`)
    .replace(/(location = \/openapi.json {\s+root) \/srv\/web;/, `$1 ${documents};`)
    .replaceAll("/srv/web", web)
    // Tests reach the gateway by its own address, users by the public one.
    .replace(
      "  server {\n",
      `  map $http_host $public_host {\n    default $http_host;\n    localhost:${to.at} ${to.publicHost};\n  }\n  server {\n`,
    )
    .replace("proxy_set_header Host $http_host;", "proxy_set_header Host $public_host;");
  // The container runs as an ordinary user. A test may run as root, whose workers could not read a test's private folder.
  return process.getuid?.() === 0 ? `user root;\n${replaced}` : replaced;
}
