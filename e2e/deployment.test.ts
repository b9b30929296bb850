import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, test } from "vitest";
import type { Service } from "./containers/compose-files.ts";
import {
  added,
  compose,
  dockerfile,
  once,
  read,
  services,
  stageOf,
  stageOfImage,
  stages,
  stores,
} from "./deployment-files.ts";

/** Writes files for another user. */
const forAnother = ["certificates"];

describe("SC-01 containers", () => {
  test.each([...services, ...added])("%s drops its privileges and writes only where it must", (name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toContain("no-new-privileges:true");
    expect(service.privileged).toBeUndefined();
    expect(service.cap_add ?? []).toEqual(forAnother.includes(name) ? ["CHOWN"] : []);
  });

  test.each([...services, ...added].filter(([name]) => !once.includes(name)))(
    "%s runs as somebody else than root, and says how it is",
    (_, service) => {
      const stage = stageOfImage(service.image);
      const user = stage === null ? service.user : stage.match(/^USER (\S+)$/m)?.[1];
      expect(user).toMatch(/^[1-9]\d*(:[1-9]\d*)?$/);
      if (stage === null) expect(service.healthcheck?.test.length).toBeGreaterThan(1);
      else expect(stage).toMatch(/^HEALTHCHECK .* CMD \["/m);
    },
  );

  test("use pinned image versions, and base images pinned by digest", () => {
    const others = services.filter(([, { image }]) => stageOfImage(image) === null);
    expect(others.map(([name]) => name)).toEqual(["certificates", ...stores]);
    for (const [, { image }] of others) expect(image).toMatch(/^[\w./-]+:\d+\.\d+\.\d+[\w.-]*$/);
    expect(dockerfile).toMatch(/^ARG NODE=node:\d+\.\d+\.\d+-\w+-slim@sha256:[0-9a-f]{64}$/m);
    expect(dockerfile).toMatch(/^ARG NGINX=[\w/-]+:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/m);
    for (const stage of stages) expect(stage).toMatch(/^FROM (\$\{NODE\}|\$\{NGINX\}|packages|sources) AS /);
  });

  test.each([
    ["process", "dependencies"],
    ["attestory", "dependencies-of-one-process"],
  ])("the image %s contains what it runs and no build tools", (image, dependencies) => {
    const stage = stageOf(image);
    expect(stage).toMatch(new RegExp(`^COPY --from=${dependencies} `, "m"));
    for (const each of [stage, stageOf("sources")]) expect(each).not.toMatch(/^RUN npm|^COPY \. /m);
    expect(stageOf(dependencies)).toMatch(/^RUN npm ci --omit=dev /m);
    for (const kept of [".env", ".git", "**/data", "**/node_modules"]) {
      expect(read(".dockerignore").split("\n")).toContain(kept);
    }
  });
});

describe("AC-08 the services", () => {
  const processes = services.filter(([name, { image }]) => image === "attestory-process" && !once.includes(name));

  test("run two instances of each", () => {
    const kinds = ["command", "query", "projections", "mail"];
    expect(processes.map(([name]) => name)).toEqual(kinds.flatMap((kind) => [`${kind}-1`, `${kind}-2`]));
  });

  test.each(processes)(
    "%s is reachable through the gateway at most",
    (name, { ports, networks = [], network_mode }) => {
      expect([ports, network_mode]).toEqual([undefined, undefined]);
      const shared = networks.filter((network) => network !== "stores");
      // Processes that send email reach the outside network; the gateway does not know them.
      expect(shared).toEqual(/^mail/.test(name) ? ["outside"] : /^projections/.test(name) ? [] : ["inside"]);
      expect(compose.networks?.inside?.internal).toBe(true);
    },
  );

  test("are the gateway's only upstreams, resolved again when they move", () => {
    const asked = [...read("deploy/gateway.conf").matchAll(/^\s*server ([\w-]+):(.+);$/gm)];
    expect(asked.map(([, name]) => name).sort()).toEqual(["command-1", "command-2", "query-1", "query-2"]);
    for (const [, , rest] of asked) expect(rest).toBe("3000 resolve max_fails=0");
    expect(read("deploy/gateway.conf")).toMatch(/^ {2}include \/tmp\/resolver\.conf;$/m);
    expect(stageOf("gateway")).toMatch(/^ENTRYPOINT \["sh", "\/srv\/gateway\.sh"\]$/m);
    expect(read("deploy/gateway.conf")).toMatch(/^ {2}include gateway-routes\.conf;$/m);
    expect(stageOf("gateway")).toMatch(/^COPY deploy\/gateway-routes\.conf \/etc\/nginx\/$/m);
  });

  test("receive every setting that README.md and docs/distributed.md list", () => {
    const passedOn = Object.keys(compose.services["command-1"]?.environment ?? {});
    const documented = ["README.md", "docs/distributed.md"].flatMap((page) =>
      [...read(page).matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(
        ([, names = ""]) => names.match(/[A-Z_]+/g) ?? [],
      ),
    );
    // Variables of the single process, of the image, of an operator's command, or of tests.
    const backups = documented.filter((name) => name.startsWith("BACKUP_"));
    const elsewhere = [
      ...backups,
      "EVENT_LOG_ADMIN",
      "OUTBOUND_ALLOW_PRIVATE",
      "DATA_DIR",
      "DEV_INBOX",
      "HOST",
      "PORT",
      "NODE_ENV",
      "RATE_LIMITS",
      "WORKERS",
    ];
    expect([...new Set(documented)].filter((name) => !passedOn.includes(name)).sort()).toEqual(elsewhere.sort());
  });
});

describe("SC-05 AC-08 the stores", () => {
  test.each(stores)("%s is reachable from the services alone, and reaches nothing", (name) => {
    const service = compose.services[name];
    expect(service?.ports).toBeUndefined();
    expect(service?.networks).toEqual(["stores"]);
    expect(compose.networks?.stores?.internal).toBe(true);
  });

  test("publish only the gateway's port, on localhost by default", () => {
    const published = services.filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(["gateway"]);
    expect(published[0]?.[1].ports).toEqual([`\${GATEWAY_PORT:-127.0.0.1:8080}:8080`]);
  });

  test("require passwords, which come from the environment without a default", () => {
    const text = read("docker-compose.yml");
    for (const secret of [
      "EVENT_STORE_PASSWORD",
      "EVENT_LOG_PASSWORD",
      "MONGO_PASSWORD",
      "REDIS_PASSWORD",
      "MASTER_KEY",
    ]) {
      expect(text).toContain(`\${${secret}:?`);
      expect(text).not.toMatch(new RegExp(`${secret}:-`));
    }
    const { environment } = compose.services["command-1"] as Service;
    expect(environment?.EVENT_LOG).toMatch(/^esdb:\/\/attestory:\$\{EVENT_LOG_PASSWORD.*tls=true&tlsCAFile=/);
    expect(environment?.READ_STORE).toMatch(/^mongodb:\/\/attestory:\$\{MONGO_PASSWORD/);
    expect(environment?.VAULT).toMatch(/^mongodb:\/\/attestory:\$\{MONGO_PASSWORD/);
    expect(environment?.JOBS).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD/);
    expect(compose.services["event-store"]?.environment).not.toHaveProperty("EVENTSTORE_INSECURE");
  });

  test("generate secrets once, readable by their owner alone", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "deploy"));
    const script = join(folder, "deploy/secrets.sh");
    copyFileSync(fileURLToPath(new URL("../deploy/secrets.sh", import.meta.url)), script);
    const made = () => readFileSync(join(folder, ".env"), "utf8");
    expect(spawnSync("sh", [script]).status).toBe(0);
    const first = made();
    expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
    const [, key = ""] = /^MASTER_KEY=(.+)$/m.exec(first) ?? [];
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    const wanted = [...read("docker-compose.yml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of new Set(wanted)) expect(first).toMatch(new RegExp(`^${name}=\\S+$`, "m"));
    // The mail server has no default, so the script leaves it empty.
    expect(first).toMatch(/^SMTP_URL=$/m);
    expect(spawnSync("sh", [script]).status).not.toBe(0);
    expect(made()).toBe(first);
  });

  test("mount the certificate's key into the event store alone", () => {
    const readers = services.filter(([, { volumes = [] }]) =>
      volumes.some((volume) => volume.startsWith("certificates:")),
    );
    expect(readers.map(([name]) => name).sort()).toEqual(["certificates", "event-store"]);
  });
});
