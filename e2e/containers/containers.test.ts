import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newPerson, register, signIn, tokenIn } from "../http/client.ts";
import { readComposeFile } from "./compose-files.ts";
import { type Composition, prepareComposition } from "./composition.ts";
import { healthOf, inspect, processStatus, run, succeed } from "./docker.ts";

const kinds = ["command", "query", "projections", "mail"];
const processes = kinds.flatMap((kind) => [`${kind}-1`, `${kind}-2`]);
const users: Record<string, string> = { gateway: "101" };
/** Builds both images, which takes minutes where nothing is cached. */
const buildsWithinMs = 20 * 60_000;

const restrictions = readComposeFile("docker-compose.yml").services["command-1"];

describe("B13 the containers", () => {
  let composition: Composition;
  beforeAll(async () => {
    composition = await prepareComposition();
  }, buildsWithinMs);
  afterAll(() => composition?.remove());

  const healthOfService = async (service: string) => healthOf(await composition.containerOf(service));
  const readinessOf = async (service: string) => {
    const program =
      "fetch('http://127.0.0.1:3000/health/ready').then(async (r) => console.log(r.status, await r.text()))";
    return (await run(["docker", "exec", await composition.containerOf(service), "node", "-e", program])).output;
  };

  it("refuse an empty SMTP_URL before any of them starts, with a line that says what to put there", async () => {
    const { status } = await composition.compose(["up", "--no-build", "--detach"], "base");
    expect(status).not.toBe(0);
    const { output } = await composition.compose(["logs", "--no-color", "configuration"], "base");
    expect(output).toMatch(
      /attestory: SMTP_URL is required in production: your mail server, as smtp:\/\/user:password@host:587/,
    );
    expect(output.match(/attestory: /g)).toHaveLength(1);
    expect(await composition.running()).toEqual([]);
    await composition.compose(["down"], "base");
  });

  it("start with deploy/try.yml straight after deploy/secrets.sh, and each is ready", async () => {
    const { status, output } = await composition.compose(["up", "--no-build", "--detach"]);
    expect([status, output]).toEqual([0, expect.any(String)]);
    for (const service of [...processes, "gateway", "mailbox"]) {
      await expect.poll(() => healthOfService(service), { timeout: 180_000 }).toBe("running healthy 0");
    }
    for (const service of processes) {
      await expect.poll(() => readinessOf(service), { timeout: 60_000 }).toMatch(/^200 {"status":"ready"/);
    }
  });

  it.each([...processes, "gateway", "mailbox"])("%s runs with compose's restrictions", async (service) => {
    expect(restrictions).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    const container = await composition.containerOf(service);
    expect(await processStatus(container)).toEqual({
      user: users[service] ?? "1000",
      capabilities: "0000000000000000",
      noNewPrivileges: "1",
    });
    const write = (file: string) => run(["docker", "exec", container, "sh", "-c", `echo x > ${file}`]);
    expect((await write("/srv/written")).output).toMatch(/Read-only file system/);
    if (service !== "mailbox") expect((await write("/tmp/written")).status).toBe(0);
  });

  it("the gateway looks names up at the container's own name server", async () => {
    const container = await composition.containerOf("gateway");
    const read = (file: string) => succeed(["docker", "exec", container, "cat", file]);
    const [, server] = /^nameserver (\S+)/m.exec(await read("/etc/resolv.conf")) ?? [];
    expect(await read("/tmp/resolver.conf")).toBe(`resolver ${server} valid=2s ipv6=off;`);
  });

  it("register a user through the gateway, who verifies the address by the email and signs in", async () => {
    const { url, mailbox } = composition;
    const person = newPerson();
    await register(url, person);
    let email: { to: string[]; text: string } | undefined;
    for (const until = Date.now() + 60_000; !email && Date.now() < until; await wait(200)) {
      const { body } = await call(mailbox, "GET /emails");
      email = body.find(({ to }: { to: string[] }) => to.includes(person.email));
    }
    const text = email?.text ?? "";
    expect(text).toContain(`${url}/verify-email?token=`);
    const verified = await call(url, `GET /api/auth/verify-email?token=${tokenIn({ text })}`);
    expect(verified.status).toBe(200);
    const token = await signIn(url, person);
    const me = await call(url, "GET /api/auth/me", { token });
    expect([me.status, me.body]).toMatchObject([200, { user: { email: person.email, emailVerified: true } }]);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<div id=")]);
  });

  it("end by themselves when they are stopped", async () => {
    await composition.compose(["stop"]);
    for (const service of [...processes, "gateway", "mailbox"]) {
      expect([service, await inspect(await composition.containerOf(service), "{{.State.ExitCode}}")]).toEqual([
        service,
        "0",
      ]);
    }
  });
});
