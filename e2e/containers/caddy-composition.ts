import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request as sendRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Asking, splitRequest } from "../http/client.ts";
import { readComposeFile, type Service } from "./compose-files.ts";
import { caddyImage, findCompose, inspect, run } from "./docker.ts";

const nameOf = (file: string) => fileURLToPath(new URL(`../../deploy/caddy/${file}`, import.meta.url));

/** The file with images that exist already, and without ports of this machine. */
function adapted(image: string) {
  const { services, networks, volumes } = readComposeFile("deploy/caddy/compose.yml");
  const { attestory, caddy } = services as { attestory: Service; caddy: Service };
  const { build: _, ...built } = attestory;
  const { ports: __, ...unpublished } = caddy;
  const ours = { attestory: { ...built, image }, caddy: { ...unpublished, image: caddyImage(caddy.image ?? "") } };
  return { services: ours, networks, volumes };
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another.
  body: any;
}

/** deploy/caddy in a folder of its own, with example.env as .env. @param image of the service */
export async function prepareCaddy(image: string) {
  const program = await findCompose();
  const project = `attestory-test-${randomBytes(4).toString("hex")}`;
  const folder = mkdtempSync(join(tmpdir(), "attestory-caddy-"));
  const [composeFile, env] = [join(folder, "compose.json"), join(folder, ".env")];
  writeFileSync(composeFile, JSON.stringify(adapted(image)));
  copyFileSync(nameOf("Caddyfile"), join(folder, "Caddyfile"));
  copyFileSync(nameOf("example.env"), env);

  const compose = (...args: string[]) =>
    run([...program, "-p", project, "--project-directory", folder, "-f", composeFile, ...args]);
  const containerOf = async (service: string) => (await compose("ps", "--all", "-q", service)).output.trim();
  const addressOf = async (service: string) =>
    inspect(await containerOf(service), "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}");
  const readAuthority = async () =>
    run(["docker", "exec", await containerOf("caddy"), "cat", "/data/caddy/pki/authorities/local/root.crt"]);

  return {
    compose,
    containerOf,
    addressOf,
    /** The certificate of Caddy's own authority. */
    readAuthority,
    /** Gives a variable of example.env a value. */
    fillIn(variable: string, value: string) {
      const filled = readFileSync(env, "utf8").replace(new RegExp(`^${variable}=$`, "m"), `${variable}=${value}`);
      writeFileSync(env, filled);
    },
    /** As a browser that trusts Caddy's authority, and reaches it as `localhost`. */
    async call(asked: string, { token, body, headers: more }: Asking = {}): Promise<Answer> {
      const headers = {
        host: "localhost",
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
        ...more,
      };
      const ca = (await readAuthority()).output;
      const options = { host: await addressOf("caddy"), servername: "localhost", ca, headers, ...splitRequest(asked) };
      return new Promise((resolve, reject) => {
        const sent = sendRequest(options, async (response) => {
          const answer = await text(response);
          const isJson = response.headers["content-type"]?.includes("json");
          const { statusCode: status, headers } = response;
          resolve({ status, headers, body: isJson ? JSON.parse(answer) : answer });
        });
        sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
      });
    },
    async remove() {
      await compose("down", "--volumes", "--timeout", "5");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
