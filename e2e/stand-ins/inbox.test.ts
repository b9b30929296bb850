import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { MailTransport } from "@attestory/command-api/mail/mail-transport.ts";
import { smtpTransport } from "@attestory/command-api/mail/send-mail.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerInbox } from "./inbox.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

describe("the inbox of the mail stand-in", () => {
  let mail: MailServer;
  let transport: MailTransport;
  const server = createServer(answerInbox(() => mail.received));
  beforeAll(async () => {
    mail = await startMailServer();
    transport = smtpTransport(mail.url, "attestory@example.org", "http://localhost:8080");
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(async () => {
    await transport.close();
    server.close();
    await mail.close();
  });

  const ask = async (path: string, host = "localhost:8025") => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ host: "127.0.0.1", port, path, headers: { host }, agent: false }).end();
    const [response] = await once(asking, "response");
    return { status: response.statusCode, body: await text(response) };
  };
  const link = `http://localhost:8080/verify-email?token=${"Ab_-9".repeat(30)}&x=1`;

  it("B13 shows every email that the service sends, with its links whole", async () => {
    expect((await ask("/")).body).toContain("No email yet.");
    const sent = { to: "ada@example.org", subject: "Verify <b>", text: `Grüße, Ada\n\n${link}\n`, html: "<p>no</p>" };
    await transport.send(sent, "event-1");
    const { body } = await ask("/emails");
    expect(JSON.parse(body)).toEqual([
      { to: ["ada@example.org"], subject: "Verify <b>", text: expect.stringMatching(/^Grüße, Ada\s+http/) },
    ]);
    expect(JSON.parse(body)[0].text).toContain(link);
    const page = (await ask("/")).body;
    expect(page).toContain(`<a href="${link.replace("&", "&#38;")}">`);
    expect(page).not.toContain("<b>");
  });

  it("B13 answers only under a name of this machine", async () => {
    for (const host of ["127.0.0.1", "[::1]:8025"]) expect((await ask("/", host)).status).toBe(200);
    for (const host of ["mailbox:8025", "localhost.evil.example"]) expect((await ask("/", host)).status).toBe(421);
    expect((await ask("/else")).status).toBe(404);
  });
});
