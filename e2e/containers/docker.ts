import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Ended {
  status: number;
  /** Both streams. */
  output: string;
}

/** Runs a program to its end. A program that does not exist ends with 127. */
export const run = (command: readonly string[], env: Record<string, string> = {}) =>
  new Promise<Ended>((resolve) => {
    const [program = "", ...args] = command;
    const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = typeof error?.code === "number" ? error.code : error ? 127 : 0;
      resolve({ status, output: `${stdout}${stderr}${status === 127 ? error?.message : ""}` });
    });
  });

/** @throws with its output unless the program ends with 0 */
export async function succeed(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { status, output } = await run(command, env);
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}:\n${output}`);
  return output.trim();
}

/** The command of Docker Compose: the plugin, else the older program of its own. @throws if Docker or Compose is missing */
export async function findCompose(): Promise<string[]> {
  const { status, output } = await run(["docker", "version"]);
  if (status !== 0) throw new Error(`test:containers needs a running Docker engine: docker version says\n${output}`);
  for (const compose of [["docker", "compose"], ["docker-compose"]]) {
    if ((await run([...compose, "version"])).status === 0) return compose;
  }
  throw new Error("test:containers needs Docker Compose: install docker-compose-plugin, or Debian's docker-compose");
}

/** `BASE_IMAGES=local`: the images of deploy/local-images.sh take the place of those that our files name. */
const areLocal = process.env.BASE_IMAGES === "local";
const baseImages = ["--build-arg", "NODE=attestory-local/node", "--build-arg", "NGINX=attestory-local/nginx"];

/** Builds a stage of Dockerfile; the default target if none is named. */
export const buildImage = (tag: string, target?: string) =>
  succeed([
    "docker",
    "build",
    ...(areLocal ? baseImages : []),
    ...(target === undefined ? [] : ["--target", target]),
    "-t",
    tag,
    ".",
  ]);

/** The image of Caddy that deploy/caddy/compose.yml names. */
export const caddyImage = (named: string): string => (areLocal ? "attestory-local/caddy" : named);

/** What the kernel says of the process that runs in a container, beside Docker's own first process. */
export async function processStatus(container: string) {
  const status = await succeed(["docker", "exec", container, "cat", "/proc/self/status"]);
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
  return { user: field("Uid"), capabilities: field("CapBnd"), noNewPrivileges: field("NoNewPrivs") };
}

export const inspect = (container: string, format: string) =>
  succeed(["docker", "inspect", "--format", format, container]);

export const healthOf = (container: string) =>
  inspect(container, "{{.State.Status}} {{.State.Health.Status}} {{.RestartCount}}");
