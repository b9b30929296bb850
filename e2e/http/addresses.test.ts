import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";

const stack = sharedProductScene();

const post = (path: string, body: object) => call(stack.url, `POST ${path}`, { body });
const registering = (email: unknown) => post("/api/auth/register", { ...newPerson(), email });

describe("one account for each mailbox", () => {
  it("AU-08 treats spellings that differ in case or surrounding blanks as one address", async () => {
    const name = `k${crypto.randomUUID().slice(0, 8)}`;
    const person = await givenSignedInUser(stack.url, { email: `${name}.Lee@Example.com` });
    const spellings = [
      `${name}.Lee@Example.com`,
      `${name}.lee@example.com`,
      `${name.toUpperCase()}.LEE@EXAMPLE.COM`,
      `${name}.lEE@eXAMPLE.cOM`,
      ` ${name}.lee@example.com`,
      `${name}.lee@example.com  `,
    ];
    for (const email of spellings) {
      const { status, body } = await registering(email);
      expect({ email, status, code: body.code }).toEqual({ email, status: 409, code: "email_taken" });
      const login = await post("/api/auth/login", { email, password: person.password });
      expect({ email, status: login.status, id: login.body.user?.id }).toEqual({ email, status: 200, id: person.id });
      // The answer shows the address as it was entered at registration.
      expect(login.body.user.email).toBe(`${name}.Lee@Example.com`);
    }
  });

  it("AU-08 treats addresses with other dots or +tags as other mailboxes", async () => {
    const name = `d${crypto.randomUUID().slice(0, 8)}`;
    const addresses = [`${name}.x`, `${name}x`, `${name}.x+a`, `${name}.x+b`, `${name}x+a`, `${name}_x`, `${name}-x`];
    const ids = [];
    for (const local of addresses) {
      const { status, body } = await registering(`${local}@gmail.com`);
      expect({ local, status }).toEqual({ local, status: 201 });
      ids.push(body.user.id);
    }
    expect(new Set(ids).size).toBe(addresses.length);
  });

  it("AU-09 treats an international domain and its ASCII form as the same", async () => {
    const name = `i${crypto.randomUUID().slice(0, 8)}`;
    expect((await registering(`${name}@münchen.example`)).status).toBe(201);
    for (const domain of ["xn--mnchen-3ya.example", "MÜNCHEN.example", "XN--MNCHEN-3YA.example"]) {
      const { status } = await registering(`${name}@${domain}`);
      expect({ domain, status }).toEqual({ domain, status: 409 });
    }
  });
});

describe("look-alikes", () => {
  it("AU-09 never reach another user's account", async () => {
    const name = `h${crypto.randomUUID().slice(0, 8)}`;
    const person = await givenSignedInUser(stack.url, { email: `${name}@example.com` });
    const domains = [
      "\u0435xample.com", // Cyrillic е
      "ex\u0430mple.com", // Cyrillic а
      "examp\u04cfe.com", // Cyrillic palochka
      "exampl\u00e9.com",
      "exam\ufe0fple.com", // a variation selector
      "exa\u034fmple.com", // a grapheme joiner
      "exam\u180bple.com", // a Mongolian variation selector
      "\u17b4example.com", // a Khmer inherent vowel
      "examp\u0131e.com",
    ];
    for (const domain of domains) {
      const login = await post("/api/auth/login", { email: `${name}@${domain}`, password: person.password });
      expect({ domain, signedIn: login.status === 200 }).toEqual({ domain, signedIn: false });
      const { status, body } = await registering(`${name}@${domain}`);
      expect({ domain, taken: status === 409 }).toEqual({ domain, taken: false });
      expect([201, 400]).toContain(status);
      if (status === 201) expect(body.user.id).not.toBe(person.id);
      const invisible = /[\ufe0f\u034f\u180b\u17b4]/.test(domain);
      expect({ domain, refused: status === 400 }).toEqual({ domain, refused: invisible });
    }
  });
});
