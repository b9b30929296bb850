import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../start-stack.ts";
import { readComposeFile, withoutStores } from "./compose-files.ts";
import { buildImage, findCompose, run, succeed } from "./docker.ts";
import { requireStandIns, type StandInStores, startStandInStores } from "./stand-in-stores.ts";

const leftOut = ["certificates", "event-store", "event-store-user", "mongo", "redis"];
/** Images of their own, so that a test replaces none that is in use. */
const imageOf = (image: string) => image.replace(/^attestory/, "attestory-test");
const script = fileURLToPath(new URL("../../deploy/secrets.sh", import.meta.url));

/** docker-compose.yml and deploy/try.yml in a folder with a new .env, with stand-ins for the stores. */
export interface Composition {
  /** The gateway. */
  url: string;
  /** The inbox of the mail stand-in. */
  mailbox: string;
  /** Runs Docker Compose. `base`: with docker-compose.yml alone. */
  compose(args: readonly string[], files?: "base" | "try"): ReturnType<typeof run>;
  /** The names of the containers that run. */
  running(): Promise<string[]>;
  /** The id of a service's container. */
  containerOf(service: string): Promise<string>;
  remove(): Promise<void>;
}

async function createNetwork(name: string): Promise<string> {
  await succeed(["docker", "network", "create", "--internal", name]);
  return succeed(["docker", "network", "inspect", "--format", "{{(index .IPAM.Config 0).Gateway}}", name]);
}

/** A folder as an operator has it after deploy/secrets.sh. */
async function createFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-compose-"));
  mkdirSync(join(folder, "deploy"));
  copyFileSync(script, join(folder, "deploy/secrets.sh"));
  await succeed(["sh", join(folder, "deploy/secrets.sh")]);
  return folder;
}

/** Builds the images. @throws if Docker, Compose or a server is missing */
export async function prepareComposition(): Promise<Composition> {
  const program = await findCompose();
  requireStandIns();
  for (const target of ["process", "gateway", "mailbox"]) await buildImage(imageOf(`attestory-${target}`), target);
  const project = `attestory-test-${randomBytes(4).toString("hex")}`;
  const network = `${project}-stores`;
  const folder = await createFolder();
  const host = await createNetwork(network);
  const stores: StandInStores = await startStandInStores(host);
  const instead = { leftOut, environment: stores.environment, network, imageOf };
  for (const [name, path] of [
    ["base", "docker-compose.yml"],
    ["try", "deploy/try.yml"],
  ] as const) {
    const file = withoutStores(readComposeFile(path), instead);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(file));
  }
  const [port, mailPort] = [await freePort(), await freePort()];
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    GATEWAY_PORT: `127.0.0.1:${port}`,
    MAILBOX_PORT: String(mailPort),
  };
  const files = { base: ["-f", join(folder, "base.json")], try: ["-f", join(folder, "try.json")] };
  const compose: Composition["compose"] = (args, which = "try") => {
    const given = which === "base" ? files.base : [...files.base, ...files.try];
    return run([...program, "-p", project, "--project-directory", folder, ...given, ...args], env);
  };
  return {
    url: env.PUBLIC_URL,
    mailbox: `http://localhost:${mailPort}`,
    compose,
    async running() {
      const ofProject = ["--filter", `label=com.docker.compose.project=${project}`];
      return (await succeed(["docker", "ps", ...ofProject, "--format", "{{.Names}}"])).split("\n").filter(Boolean);
    },
    containerOf: async (service) => (await compose(["ps", "--all", "-q", service])).output.trim(),
    async remove() {
      await compose(["down", "--volumes", "--timeout", "5"]);
      await stores.close();
      await run(["docker", "network", "rm", network]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
