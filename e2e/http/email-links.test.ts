import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { emailTo, newPerson } from "./client.ts";
import { facts } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const publicUrl = "https://id.example.com";

let stack: SharedProduct;
beforeAll(async () => {
  // Its public URL differs from the address that it is reached by, and it trusts a proxy.
  stack = await sharedProduct({ PUBLIC_URL: publicUrl, TRUST_PROXY: "1" });
});

const linksIn = (text: string) => text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]*/gi) ?? [];

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
    const post = async (path: string, fields: object) => {
      const body = JSON.stringify(fields);
      return send(stack.url, `POST ${target}${path}`, { headers: { ...jsonHeaders(body), ...headers }, body });
    };
    const registered = await post("/api/auth/register", person);
    expect([registered.status, registered.text]).toEqual([201, expect.not.stringContaining("evil")]);
    const first = await emailTo(stack.url, person.email, "Verify your email address");
    const resent = await post("/api/auth/resend-verification", { email: person.email });
    expect([resent.status, resent.text]).toEqual([200, expect.not.stringContaining("evil")]);
    await expect.poll(async () => (await emailTo(stack.url, person.email)).id).not.toBe(first.id);
    const second = await emailTo(stack.url, person.email, "Verify your email address");
    for (const { text, html } of [first, second]) {
      for (const part of [text, html]) {
        const links = linksIn(part);
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) expect(link).toMatch(/^https:\/\/id\.example\.com\/verify-email\?token=[\w-]{86}$/);
        expect(part.replace(/token=[\w-]+/g, "")).not.toMatch(/evil/i);
      }
    }
  });

  it("EV-06 are not sent for a request whose target and Host name different hosts", async () => {
    const body = JSON.stringify(newPerson());
    const before = (await facts(stack)).length;
    for (const [target, host] of [
      ["http://evil.example", "localhost"],
      ["http://localhost", "evil.example"],
      ["http://evil.example@localhost", "evil.example"],
    ]) {
      const headers = { ...jsonHeaders(body), host: host ?? "" };
      const { status } = await send(stack.url, `POST ${target}/api/auth/register`, { headers, body });
      expect({ target, host, status }).toEqual({ target, host, status: 400 });
    }
    expect((await facts(stack)).length).toBe(before);
  });
});
