import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { checkMail } from "./check-mail.ts";
import { composeEmail } from "./email.ts";
import type { MailStep } from "./schema.ts";

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** What a server answers, by the first word of a line. */
type Manners = Readonly<Record<string, string>>;
const polite: Manners = {
  greeting: "220 mail.test ready",
  EHLO: "250-mail.test greets you\r\n250-AUTH PLAIN\r\n250 8BITMIME",
  AUTH: "235 2.7.0 accepted",
  MAIL: "250 2.1.0 sender fine",
  RCPT: "250 2.1.5 recipient fine",
  DATA: "354 go on",
  ".": "250 2.0.0 queued as 4711",
  QUIT: "221 bye",
};

/** Speaks line by line, by its script. @returns the address, and the content of what it received */
async function givenServer(manners: Manners = {}): Promise<{ host: string; received: string[] }> {
  const answers: Manners = { ...polite, ...manners };
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    let isContent = false;
    let rest = "";
    const take = (line: string) => {
      if (isContent && line !== ".") return void received.push(line);
      isContent = line === "DATA" && answers.DATA === polite.DATA;
      const answer = answers[line.split(" ", 1)[0] ?? ""] ?? "502 5.5.1 not implemented";
      if (answer !== "") socket.write(`${answer}\r\n`);
    };
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    });
    if (answers.greeting !== "") socket.write(`${answers.greeting}\r\n`);
  });
  servers.push(server);
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  return { host: `127.0.0.1:${address.port}`, received };
}

const email = composeEmail({ to: "juniper@example.com", subject: "A test", paragraphs: ["It arrived."], footer: "-" });
const check = (url: string, limitMs = 10_000, sent: typeof email | null = email) =>
  checkMail({
    smtp: { url, from: "attestory@id.example.com" },
    publicUrl: "https://id.example.com",
    email: sent,
    id: "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11",
    limitMs,
  });
const stated = (steps: readonly MailStep[]) => steps.map(({ step, state }) => `${step} ${state}`);
const failed = (steps: readonly MailStep[]) => steps.find(({ state }) => state === "failed");

it("EV-12 sends the email and tells what the server said to each step", async () => {
  const { host, received } = await givenServer();
  const steps = await check(`smtp://juniper:hunter22@${host}`);
  expect(steps).toEqual([
    { step: "connection", state: "done", said: "250-mail.test greets you" },
    { step: "tls", state: "skipped", said: null },
    { step: "sign-in", state: "done", said: "235 2.7.0 accepted" },
    { step: "sender", state: "done", said: null },
    { step: "recipient", state: "done", said: null },
    { step: "message", state: "done", said: "250 2.0.0 queued as 4711" },
  ]);
  expect(received).toEqual(
    expect.arrayContaining([
      "Subject: A test",
      "To: juniper@example.com",
      "Message-ID: <6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11@id.example.com>",
      "Auto-Submitted: auto-generated",
    ]),
  );
});

it("U12 sends nothing without an email, and tells of the steps up to the sign-in", async () => {
  const [{ host, received }, refusing] = [await givenServer(), await givenServer({ AUTH: "535 5.7.8 wrong" })];
  const steps = await check(`smtp://juniper:hunter22@${host}`, 10_000, null);
  expect(stated(steps)).toEqual(["connection done", "tls skipped", "sign-in done"]);
  expect(received).toEqual([]);
  expect(failed(await check(`smtp://juniper:hunter22@${refusing.host}`, 10_000, null))?.step).toBe("sign-in");
});

it("EV-12 tells of a server that cannot be reached", async () => {
  const { host } = await givenServer();
  const closed = servers.pop();
  closed?.close();
  if (closed) await once(closed, "close");
  const steps = await check(`smtp://${host}`);
  expect(stated(steps)).toEqual([
    "connection failed",
    "tls skipped",
    "sign-in skipped",
    "sender skipped",
    "recipient skipped",
    "message skipped",
  ]);
  expect(failed(steps)?.said).toBe(`connect ECONNREFUSED ${host}`);
});

it("EV-12 tells of a greeting that refuses, and of a server that says nothing in time", async () => {
  const refusing = await givenServer({ greeting: "554 5.7.1 not you" });
  expect(failed(await check(`smtp://${refusing.host}`))).toMatchObject({
    step: "connection",
    said: "554 5.7.1 not you",
  });
  const silent = await givenServer({ greeting: "" });
  expect(failed(await check(`smtp://${silent.host}`, 300))).toMatchObject({
    step: "connection",
    said: expect.stringMatching(/greeting|no answer/i),
  });
  const stuck = await givenServer({ RCPT: "" });
  expect(failed(await check(`smtp://${stuck.host}`, 300))).toMatchObject({
    step: "sender",
    said: expect.stringMatching(/timeout|no answer/i),
  });
});

it("EV-12 tells of a server without STARTTLS where that is demanded, and of one without TLS from the start", async () => {
  const { host } = await givenServer();
  const steps = await check(`smtp://juniper:hunter22@${host}?requireTLS=true`);
  expect(stated(steps).slice(0, 3)).toEqual(["connection done", "tls failed", "sign-in skipped"]);
  expect(failed(steps)?.said).toBe("502 5.5.1 not implemented");
  const atOnce = await check(`smtps://juniper:hunter22@${host}`);
  expect(stated(atOnce).slice(0, 3)).toEqual(["connection done", "tls failed", "sign-in skipped"]);
});

it("EV-12 tells of a wrong password, without the password that the server repeats", async () => {
  const plain = Buffer.from("\0juniper\0hunter22").toString("base64");
  const { host } = await givenServer({ AUTH: `535 5.7.8 juniper with hunter22 (${plain}) is\t wrong` });
  const steps = await check(`smtp://juniper:hunter22@${host}`);
  expect(stated(steps)).toEqual([
    "connection done",
    "tls skipped",
    "sign-in failed",
    "sender skipped",
    "recipient skipped",
    "message skipped",
  ]);
  expect(failed(steps)?.said).toBe("535 5.7.8 ••• with ••• (•••) is  wrong");
});

it("EV-12 tells which part of the email a server refuses", async () => {
  const refusalOf = async (manners: Manners) => {
    const { host, received } = await givenServer(manners);
    const steps = await check(`smtp://${host}`);
    expect(received).toEqual([]);
    const { step, said } = failed(steps) ?? {};
    return [
      step,
      said,
      steps
        .filter(({ state }) => state === "done")
        .map((one) => one.step)
        .join(" "),
    ];
  };
  expect(await refusalOf({ MAIL: "550 5.1.8 unknown sender" })).toEqual([
    "sender",
    "550 5.1.8 unknown sender",
    "connection",
  ]);
  expect(await refusalOf({ RCPT: "550 5.1.1 no such mailbox" })).toEqual([
    "recipient",
    "550 5.1.1 no such mailbox",
    "connection sender",
  ]);
  expect(await refusalOf({ DATA: "554 5.6.0 no content today" })).toEqual([
    "message",
    "554 5.6.0 no content today",
    "connection sender recipient",
  ]);
  const { host } = await givenServer({ ".": "554 5.7.1 looks like spam" });
  expect(failed(await check(`smtp://${host}`))).toMatchObject({ step: "message", said: "554 5.7.1 looks like spam" });
});

it("EV-12 signs in only where the server offers it, as every other email does", async () => {
  const { host } = await givenServer({ EHLO: "250 mail.test" });
  expect(stated(await check(`smtp://juniper:hunter22@${host}`))).toContain("sign-in skipped");
});
