import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPerson } from "../http/client.ts";
import { prepareCaddy } from "./caddy-composition.ts";
import { buildImage, healthOf, inspect, processStatus, run, succeed } from "./docker.ts";

const image = "attestory-test";
/** Builds the image, which takes minutes where nothing is cached. */
const buildsWithinMs = 20 * 60_000;

const values = {
  DOMAIN: "localhost",
  MASTER_KEY: randomBytes(32).toString("base64"),
  // Nothing answers there, so emails wait.
  SMTP_URL: "smtp://127.0.0.1:2525",
};

describe("U20 one process with Caddy", () => {
  const person = newPerson();
  const credentials = { email: person.email, password: person.password };
  let token = "";
  let caddy: Awaited<ReturnType<typeof prepareCaddy>>;
  beforeAll(async () => {
    await buildImage(image);
    caddy = await prepareCaddy(image);
  }, buildsWithinMs);
  afterAll(() => caddy?.remove());

  const start = async () => {
    const { status, output } = await caddy.compose("up", "--detach");
    expect([status, output]).toEqual([0, expect.any(String)]);
    const ready = () => caddy.call("GET /health/ready").then(({ status }) => status);
    await expect.poll(() => ready().catch(String), { timeout: 60_000 }).toBe(200);
  };

  it("starts nothing until the example's settings have values", async () => {
    for (const [variable, value] of Object.entries(values)) {
      const { status, output } = await caddy.compose("up", "--detach");
      expect([status === 0, output]).toEqual([false, expect.stringContaining("into deploy/caddy/.env")]);
      expect(output).toContain(variable);
      caddy.fillIn(variable, value);
    }
  });

  it("answers https with a certificate of Caddy's authority, and sends everybody there", async () => {
    await start();
    expect(await healthOf(await caddy.containerOf("attestory"))).toBe("running healthy 0");
    const page = await caddy.call("GET /");
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("<div id=")]);
    const plain = await run([
      "curl",
      "-sS",
      "-i",
      "-H",
      "Host: localhost",
      `http://${await caddy.addressOf("caddy")}/`,
    ]);
    expect(plain.output).toMatch(/^HTTP\/1\.1 308 .*\r\n(?:.+\r\n)*Location: https:\/\/localhost\/\r\n/);
  });

  it("registers a user by cookies that only https carries", async () => {
    const registered = await caddy.call("POST /api/auth/register", { body: person });
    expect(registered.status).toBe(201);
    const cookies = registered.headers["set-cookie"] ?? [];
    expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toContain("__Host-session");
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/);
    token = registered.body.token;
  });

  it("says how to make the first admin, and keeps the link out of its log", async () => {
    const { output } = await run(["docker", "logs", await caddy.containerOf("attestory")]);
    expect(output).not.toContain("token=");
    const [, command = ""] = /^There is no admin yet: (.+) prints a link that makes one$/m.exec(output) ?? [];
    const [, link] = /^https:\/\/localhost\/admin-link\?token=(\S+)$/m.exec(await succeed(command.split(" "))) ?? [];
    expect((await caddy.call("POST /api/auth/admin-link", { token, body: { token: link } })).status).toBe(200);
  });

  it("knows the address of the client, not Caddy's, and none that the client made up", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const signedIn = await caddy.call("POST /api/auth/login", { body: credentials, headers });
    const sessions = await caddy.call("GET /api/user/sessions", { token: signedIn.body.token });
    const listed = JSON.stringify(sessions.body);
    expect([sessions.status, listed]).toEqual([200, expect.stringContaining("ipAddress")]);
    for (const address of ["203.0.113.9", await caddy.addressOf("caddy")]) expect(listed).not.toContain(address);
  });

  it("runs with compose's restrictions", async () => {
    // Of Caddy's, NET_BIND_SERVICE alone.
    const expected = { attestory: ["1000", "0000000000000000"], caddy: ["0", "0000000000000400"] };
    for (const [service, [user, capabilities]] of Object.entries(expected)) {
      const container = await caddy.containerOf(service);
      expect(await processStatus(container)).toEqual({ user, capabilities, noNewPrivileges: "1" });
      const written = await run(["docker", "exec", container, "sh", "-c", "echo x > /srv/written"]);
      expect(written.output).toMatch(/Read-only file system/i);
    }
  });

  it("ends by itself, and keeps accounts and certificates for the next start", async () => {
    const authority = await caddy.readAuthority();
    await caddy.compose("stop");
    expect(await inspect(await caddy.containerOf("attestory"), "{{.State.ExitCode}}")).toBe("0");
    await caddy.compose("down");
    await start();
    expect(await caddy.readAuthority()).toEqual(authority);
    expect((await caddy.call("POST /api/auth/login", { body: credentials })).status).toBe(200);
  });
});
