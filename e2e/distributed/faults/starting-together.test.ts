import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { exampleEvent } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, newPerson, type Person } from "../../http/client.ts";
import { type MailServer, startMailServer } from "../../stand-ins/mail-server.ts";
import { expectSound } from "../expect-sound.ts";
import { extent } from "../extent.ts";
import { inClear } from "../in-clear.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "../start-distributed.ts";
import { SteadyClients } from "../steady-clients.ts";

const each = extent({ few: 2, usual: 3, full: 3 });

describe.skipIf(whyNotDistributed())(`${each} processes of each service`, { timeout: 240_000 }, () => {
  let stack: Distributed;
  let mail: MailServer;
  let clients: SteadyClients;
  beforeAll(async () => {
    mail = await startMailServer();
    const env = { SMTP_URL: mail.url };
    stack = await startDistributed(env, { command: each, query: each, projections: each, mail: each });
    clients = new SteadyClients(stack.url, mail);
  }, 240_000);
  afterAll(async () => {
    await stack?.remove();
    await mail.close();
  });

  it("RE-57 start at once on empty servers and work together", async () => {
    const visitors = await Promise.all(Array.from({ length: 4 }, () => clients.newcomer()));
    await Promise.all(visitors.map((visitor, at) => clients.visit(visitor, at)));
    await expectSound(stack, clients, mail);
    for (const { process } of stack.services) expect(process.exitCode).toBeNull();
  });

  it("I7 leave no secret in clear, nor do their servers", async () => {
    const { userId } = await clients.newcomer();
    const commands = stack.of("command");
    await Promise.all(commands.map((service) => service.kill()));
    expect((await call(stack.url, "GET /api/auth/verify-email?token=tell-nobody", {})).status).toBe(503);
    await Promise.all(commands.map(async (service) => stack.replace(service, await service.restart())));
    // The search finds existing texts: in an event's data, a document, a job, and the output of each process, running or not.
    const canaries = { secrets: ["signed-out", '"level"', "tell-nobody"], personal: [userId] };
    const inServices = [...stack.services, ...commands].map(({ role }) => `${role} holds "level"`);
    const kept = ["EVENT_LOG holds signed-out", "READ_STORE holds signed-out"];
    const owner = ["EVENT_LOG", "VAULT", "JOBS"].map((place) => `${place} holds ${userId}`);
    const all = [...inServices, 'gateway holds "level"', ...kept, ...owner].map((what) => `I7 ${what} in clear`);
    // The output of a process that answers may not have arrived yet.
    await expect.poll(async () => (await inClear(stack, canaries)).toSorted()).toEqual(all.toSorted());
  });

  // The last test: after it no more events are projected.
  it("RE-21 stop projecting at an unknown event of a newer release, report it, and refuse to decide by it", async () => {
    const [met, other] = await Promise.all([clients.newcomer(), clients.newcomer()]);
    const log = await openEventLog({
      url: stack.settings.EVENT_LOG ?? "",
      generation: 1,
      writes: true,
      onFault: () => {},
    });
    const { version } = await log.read(userStream(met.userId));
    const unknown = exampleEvent({
      type: "UserPromoted",
      data: JSON.stringify({ userId: met.userId, to: randomUUID() }),
    });
    await log.append(userStream(met.userId), version, [unknown]);
    await log.close();
    const ready = async () => {
      const answers = stack.of("projections").map(({ url }) => call(url, "GET /health/ready", {}));
      return (await Promise.all(answers)).filter(({ status }) => status === 503);
    };
    await expect.poll(async () => (await ready()).length).toBe(each);
    // Until the process that meets the event has stopped, all are only behind.
    const reasons = async () => JSON.stringify((await ready()).map(({ body }) => body));
    await expect.poll(reasons).toMatch(/has stopped at position \d+/);
    // What a process writes may arrive after its answer.
    const reported = () =>
      stack.of("projections").some(({ output }) => output().includes("unknown event type UserPromoted"));
    await expect.poll(reported).toBe(true);
    const signIn = ({ email, password }: Person) =>
      call(stack.url, "POST /api/auth/login", { body: { email, password } });
    const rename = ({ token }: { token: string }) =>
      call(stack.url, "PUT /api/user/profile", { token, body: { firstName: "Ada", lastName: "" } });
    const answers = [await signIn(met), await rename(met), await signIn(other), await rename(other)];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
    expect((await call(stack.url, "POST /api/auth/register", { body: newPerson() })).status).toBe(201);
    await wait(2500);
    // Read models would be stale.
    expect((await call(stack.url, "GET /api/auth/me", { token: other.token })).status).toBe(503);
  });
});
