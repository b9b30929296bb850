import type { DevEmail } from "@attestory/command-api/mail/dev-inbox-schema.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { emailTo, newPerson } from "./client.ts";
import { when } from "./stored-log.ts";
import { jsonHeaders, type Received, type Sending, send } from "./wire.ts";

const publicUrl = "https://id.example.com";

let product: SharedProduct;
beforeAll(async () => {
  // Its public URL differs from the address that it is reached by, and it trusts a proxy.
  product = await sharedProduct({ PUBLIC_URL: publicUrl, DEV_INBOX: "on", TRUST_PROXY: "1" });
});

const post = (target: string, fields: object, headers: Sending["headers"]): Promise<Received> => {
  const body = JSON.stringify(fields);
  return send(product.url, `POST ${target}`, { headers: { ...jsonHeaders(body), ...headers }, body });
};
const verificationEmail = (email: string) => emailTo(product.url, email, "Verify your email address");
/** Waits for an email to the same address that is newer than this one. */
async function verificationEmailAfter({ to, id }: DevEmail): Promise<DevEmail> {
  await expect.poll(async () => (await emailTo(product.url, to)).id).not.toBe(id);
  return verificationEmail(to);
}

const linksIn = (text: string) => text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]*/gi) ?? [];
const expectOnlyPublicLinks = ({ text, html }: DevEmail) => {
  for (const part of [text, html]) {
    const links = linksIn(part);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect(link).toMatch(/^https:\/\/id\.example\.com\/(verify-email|not-me)\?token=[\w-]{86}$/);
    expect(part.replace(/token=[\w-]+/g, "")).not.toMatch(/evil/i);
  }
};

describe("links in emails", () => {
  const host = "id.example.com";
  const headersOf = (evil: string): Record<string, string>[] => [
    { host, "x-forwarded-host": evil },
    { host, "x-forwarded-host": evil, "x-forwarded-proto": "http", "x-forwarded-port": "8080" },
    { host, forwarded: `for=192.0.2.1;host=${evil};proto=http` },
    { host, "x-original-host": evil, "x-host": evil, "x-http-host-override": evil },
    { host, "x-original-url": `http://${evil}/`, "x-rewrite-url": `http://${evil}/` },
    { host, origin: publicUrl, referer: `http://${evil}/register` },
  ];
  const attempts = ["evil.example", "evil.example:8080"].flatMap((evil) => [
    ...headersOf(evil).map((headers) => ({ target: "", headers })),
    { target: publicUrl, headers: { host, "x-forwarded-host": evil } },
  ]);

  it.each(attempts)("EV-06 use the configured public address alone: $target $headers", async ({ target, headers }) => {
    const person = newPerson();
    const { email } = person;

    const registration = await when(product, () => post(`${target}/api/auth/register`, person, headers));

    const { response: registered } = registration;
    expect([registered.status, registered.text]).toEqual([201, expect.not.stringContaining("evil")]);
    expect(registration.events.map(({ type }) => type)).toContain("UserRegistered");
    const first = await verificationEmail(email);
    expectOnlyPublicLinks(first);

    const resend = await when(product, () => post(`${target}/api/auth/resend-verification`, { email }, headers));

    const { response: resent } = resend;
    expect([resent.status, resent.text]).toEqual([200, expect.not.stringContaining("evil")]);
    expect(resend.events.map(({ type }) => type)).toEqual(["VerificationRequested"]);
    expectOnlyPublicLinks(await verificationEmailAfter(first));
  });

  it("A8 EV-06 are not sent for a request to an unknown host, or whose target and Host name different hosts", async () => {
    const person = newPerson();
    const refused = [
      { target: "", host: "evil.example", status: 421 },
      { target: "", host: "evil.example:8080", status: 421 },
      { target: "", host: `${host}.evil.example`, status: 421 },
      { target: "http://evil.example", host: "evil.example", status: 421 },
      { target: "https://evil.example", host: "evil.example", status: 421 },
      { target: "http://evil.example", host, status: 400 },
      { target: publicUrl, host: "evil.example", status: 400 },
      { target: `http://evil.example@${host}`, host: "evil.example", status: 400 },
    ];

    const { response: responses, events } = await when(product, async () => {
      const responses: Received[] = [];
      for (const { target, host } of refused)
        responses.push(await post(`${target}/api/auth/register`, person, { host }));
      return responses;
    });

    expect(refused.map((sent, n) => ({ ...sent, status: responses[n]?.status }))).toEqual(refused);
    expect(events).toEqual([]);
  });
});
