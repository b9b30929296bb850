import type { DevEmail } from "@attestory/command-api/api-schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { emailTo, newPerson } from "./client.ts";
import { when } from "./stored-log.ts";
import { jsonHeaders, type Received, type Sending, send } from "./wire.ts";

const publicUrl = "https://id.example.com";

let product: SharedProduct;
beforeAll(async () => {
  // Its public URL differs from the address that it is reached by, and it trusts a proxy.
  product = await sharedProduct({ PUBLIC_URL: publicUrl, TRUST_PROXY: "1" });
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
    for (const link of links) expect(link).toMatch(/^https:\/\/id\.example\.com\/verify-email\?token=[\w-]{86}$/);
    expect(part.replace(/token=[\w-]+/g, "")).not.toMatch(/evil/i);
  }
};

describe("links in emails", () => {
  const headersOf = (host: string): Record<string, string>[] => [
    { host },
    { host: "localhost", "x-forwarded-host": host },
    { host: "localhost", "x-forwarded-host": host, "x-forwarded-proto": "http", "x-forwarded-port": "8080" },
    { host: "localhost", forwarded: `for=192.0.2.1;host=${host};proto=http` },
    { host: "localhost", "x-original-host": host, "x-host": host, "x-http-host-override": host },
    { host: "localhost", "x-original-url": `http://${host}/`, "x-rewrite-url": `http://${host}/` },
    { host: "localhost", origin: publicUrl, referer: `http://${host}/register` },
  ];
  const attempts = ["evil.example", "evil.example:8080"].flatMap((host) => [
    ...headersOf(host).map((headers) => ({ target: "", headers })),
    { target: `http://${host}`, headers: { host } },
    { target: `https://${host}`, headers: { host } },
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

  it("EV-06 are not sent for a request whose target and Host name different hosts", async () => {
    const person = newPerson();
    const contradictions = [
      { target: "http://evil.example", host: "localhost" },
      { target: "http://localhost", host: "evil.example" },
      { target: "http://evil.example@localhost", host: "evil.example" },
    ];

    const { response: responses, events } = await when(product, async () => {
      const responses: Received[] = [];
      for (const { target, host } of contradictions)
        responses.push(await post(`${target}/api/auth/register`, person, { host }));
      return responses;
    });

    const statuses = contradictions.map((sent, n) => ({ ...sent, status: responses[n]?.status }));
    expect(statuses).toEqual(contradictions.map((sent) => ({ ...sent, status: 400 })));
    expect(events).toEqual([]);
  });
});
