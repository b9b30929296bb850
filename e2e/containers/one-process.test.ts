import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newPerson, register, signIn, verify } from "../http/client.ts";
import { freePort } from "../start-stack.ts";
import { buildImage, healthOf, inspect, processStatus, run, succeed } from "./docker.ts";

const image = "attestory-test";
/** Builds the image, which takes minutes where nothing is cached. */
const buildsWithinMs = 20 * 60_000;

describe("U20 the container of one process", () => {
  const name = `attestory-test-${randomBytes(4).toString("hex")}`;
  const person = newPerson();
  let port = 0;
  let url = "";
  /** As the README has it, but at a port that is free here. */
  const start = () =>
    succeed([
      ...["docker", "run", "--detach", "--name", name, "--env", `PORT=${port}`],
      ...["-p", `127.0.0.1:${port}:${port}`, "-v", `${name}:/data`, image],
    ]);
  const printed = async () => (await run(["docker", "logs", name])).output;
  const inside = (...command: string[]) => succeed(["docker", "exec", name, ...command]);
  const healthy = () => expect.poll(() => healthOf(name), { timeout: 60_000 }).toBe("running healthy 0");

  beforeAll(async () => {
    await buildImage(image);
    port = await freePort();
    url = `http://localhost:${port}`;
    await start();
  }, buildsWithinMs);
  afterAll(async () => {
    await run(["docker", "rm", "--force", "--volumes", name]);
    await run(["docker", "volume", "rm", name]);
  });

  it("is ready without a setting, and says where emails are, and what production needs", async () => {
    await healthy();
    const output = await printed();
    expect(output).toContain(`Attestory is ready at ${url}\n`);
    expect(output).toContain(`read them at ${url}/dev/inbox\n`);
    expect(output).toContain("Warning: DEV_INBOX=on. Everyone who reaches this address can read every email");
    expect(output).toMatch(/^attestory: for trying out, .* In production set PUBLIC_URL .*, SMTP_URL and MASTER_KEY$/m);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<div id=")]);
  });

  it("makes the first admin by the link in its log", async () => {
    await register(url, person);
    await verify(url, person.email);
    const [, linkToken] = /^│ http:\/\/localhost:\d+\/admin-link\?token=(\S+)$/m.exec(await printed()) ?? [];
    const token = await signIn(url, person);
    const opened = await call(url, "POST /api/auth/admin-link", { token, body: { token: linkToken } });
    expect(opened.status).toBe(200);
  });

  it("has the command line, and says how to call it", async () => {
    expect(await inside("attestory", "users", "list")).toContain(person.email);
    expect((await run(["docker", "exec", name, "attestory", "doctor"])).output).toMatch(/MASTER_KEY|master\.key/);
  });

  it("runs as a user without rights, who alone reads the data and cannot change the program", async () => {
    expect(await processStatus(name)).toMatchObject({ user: "1000" });
    expect(await inside("stat", "-c", "%U:%a", "/data", "/data/master.key")).toMatch(/^\S+:700\n\S+:600$/);
    expect((await run(["docker", "exec", name, "touch", "/srv/attestory/standalone/src/main.js"])).status).not.toBe(0);
  });

  it("has what it runs, and nothing that builds or tests it", async () => {
    const packages = (await inside("ls", "/srv/attestory/node_modules", "/srv/attestory")).split("\n");
    expect(packages).toEqual(expect.arrayContaining(["express", "standalone", "web"]));
    for (const absent of ["vite", "vitest", "typescript", "rolldown", "playwright-core", "e2e", "bench"]) {
      expect(packages).not.toContain(absent);
    }
  });

  it("ends by itself at SIGTERM, and keeps its data for the next container", async () => {
    await succeed(["docker", "stop", name]);
    expect(await inspect(name, "{{.State.ExitCode}}")).toBe("0");
    await succeed(["docker", "rm", name]);
    await start();
    await healthy();
    expect((await call(url, "GET /api/auth/me", { token: await signIn(url, person) })).body).toMatchObject({
      user: { email: person.email, isAdmin: true },
    });
    expect(await printed()).not.toContain("admin-link");
  });

  it("is a package for machines without Docker, as deploy/package.sh writes it", async () => {
    const folder = temporaryFolder();
    await succeed(["deploy/package.sh", image, join(folder, "attestory.tar.gz")]);
    await succeed(["tar", "-xzf", join(folder, "attestory.tar.gz"), "-C", folder]);
    const document = await succeed([join(folder, "attestory/node_modules/.bin/attestory"), "openapi"]);
    expect(document).toContain('"openapi":');
  });

  it("refuses to start with a public address alone, and names each setting that is missing", async () => {
    const { status, output } = await run([
      ...["docker", "run", "--rm", "--env", "PUBLIC_URL=https://accounts.example.org", image],
    ]);
    expect([status, output.match(/^attestory: (?:MASTER_KEY|SMTP_URL) is required in production/gm)]).toEqual([
      78,
      expect.objectContaining({ length: 2 }),
    ]);
  });
});
