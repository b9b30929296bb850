import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, emailTo, newPerson, register, tokenIn, verify } from "./client.ts";
import { storedEvents } from "./stored-log.ts";
import { send } from "./wire.ts";

let stack: SharedProduct;
let email: string;
let link: string;
let userId: string;
beforeAll(async () => {
  stack = await sharedProduct();
  const person = newPerson();
  ({ email } = person);
  userId = (await register(stack.url, person)).user.id;
  link = tokenIn(await emailTo(stack.url, email));
});

/** The types of all events that name the user, including those of emails and of session activity. */
const typesOfUser = async () =>
  (await storedEvents(stack)).flatMap(({ type, stream, person, data }) =>
    `${stream} ${person} ${data}`.includes(userId) ? [type] : [],
  );

const scanners = [
  "Mozilla/5.0 (compatible; Microsoft Office Existence Discovery)",
  "Mozilla/5.0 (compatible; MSIE 9.0; BingPreview/1.0b)",
  "Slackbot-LinkExpanding 1.0",
  "facebookexternalhit/1.1",
  "WhatsApp/2.23",
  "curl/8.0",
];

describe("the page of a verification link", () => {
  it("EV-11 changes nothing when it is opened, however often", async () => {
    await expect.poll(typesOfUser).toContain("LetterSent");
    const before = await typesOfUser();
    for (const userAgent of scanners) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        const headers = { "user-agent": userAgent, purpose: "prefetch", "sec-purpose": "prefetch" };
        const { status } = await send(stack.url, `${method} /verify-email?token=${link}`, { headers });
        expect({ method, status: status < 500 }).toEqual({ method, status: true });
        if (method === "GET") expect(status).toBe(200);
      }
    }
    expect(await typesOfUser()).toEqual(before);
    const login = await call(stack.url, "POST /api/auth/login", {
      body: { email, password: "correct horse battery" },
    });
    expect([login.status, login.body.code]).toEqual([403, "email_not_verified"]);
  });

  it("EV-11 is the same for every token", async () => {
    const pageOf = async (query: string) => {
      const { text, headers } = await send(stack.url, `GET /verify-email${query}`);
      const nonce = /'nonce-([\w-]+)'/.exec(headers["content-security-policy"] as string)?.[1] ?? "";
      if (nonce === "") throw new Error("the page's policy has no nonce");
      return text.replaceAll(nonce, "");
    };
    const page = await pageOf(`?token=${link}`);
    expect(page).not.toContain(link);
    for (const query of ["", "?token=", "?token=%3Cscript%3E", `?token=${"x".repeat(5000)}`]) {
      expect(await pageOf(query)).toBe(page);
    }
  });

  it("EV-10 sends no referrer and is not stored", async () => {
    const page = await call(stack.url, `GET /verify-email?token=${link}`);
    const answers = [
      page,
      await call(stack.url, "GET /api/auth/verify-email?token=none"),
      await call(stack.url, `GET /api/auth/verify-email?token=${link}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    for (const { headers } of answers) {
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("location")).toBeNull();
      // Preloads of the page's own code, which carry nothing of the page's address.
      expect(headers.get("link") ?? "").toMatch(/^(<\/assets\/[\w.-]+>; rel=preload; as=fetch; crossorigin(, |$))*$/);
    }
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    // The page loads nothing from another host, and no tag weakens the policy.
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page.body).not.toMatch(/<meta[^>]+referrer[^>]+content="(?!no-referrer)/i);
    expect(stack.output()).not.toContain(link);
  });

  it("EV-11 verifies only by the call that it makes", async () => {
    const person = newPerson();
    await register(stack.url, person);
    await verify(stack.url, person.email);
    const { email: address, password } = person;
    expect((await call(stack.url, "POST /api/auth/login", { body: { email: address, password } })).status).toBe(200);
  });
});
