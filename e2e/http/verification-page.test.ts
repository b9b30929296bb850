import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call } from "./client.ts";
import { storedEvents, when } from "./stored-log.ts";
import { givenUserWithLink, openLink, signInStatus } from "./verification-links.ts";
import { send } from "./wire.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

/** The types of all events that name the user, including those of emails and of session activity. */
const typesOfUser = async (id: string) =>
  (await storedEvents(product)).flatMap(({ type, stream, person, data }) =>
    `${stream} ${person} ${data}`.includes(id) ? [type] : [],
  );

const scanners = [
  "Mozilla/5.0 (compatible; Microsoft Office Existence Discovery)",
  "Mozilla/5.0 (compatible; MSIE 9.0; BingPreview/1.0b)",
  "Slackbot-LinkExpanding 1.0",
  "facebookexternalhit/1.1",
  "WhatsApp/2.23",
  "curl/8.0",
];
/** Every request with which a scanner may open a page. */
const scans = scanners.flatMap((userAgent) => ["GET", "HEAD", "OPTIONS"].map((method) => ({ userAgent, method })));

/** The page without its nonce, which differs each time. */
async function pageOf(query: string): Promise<string> {
  const { text, headers } = await send(url, `GET /verify-email${query}`);
  const nonce = /'nonce-([\w-]+)'/.exec(headers["content-security-policy"] as string)?.[1] ?? "";
  if (nonce === "") throw new Error("the page's policy has no nonce");
  return text.replaceAll(nonce, "");
}

const expectPrivate = (headers: Headers) => {
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("location")).toBeNull();
  // Preloads of the page's own code, which carry nothing of the page's address.
  expect(headers.get("link") ?? "").toMatch(/^(<\/assets\/[\w.-]+>; rel=preload; as=fetch; crossorigin(, |$))*$/);
};

describe("the page of a verification link", () => {
  it("EV-11 changes nothing when it is opened, however often", async () => {
    const user = await givenUserWithLink(url);
    await expect.poll(() => typesOfUser(user.id)).toContain("LetterSent");
    const typesBefore = await typesOfUser(user.id);

    for (const { userAgent, method } of scans) {
      const headers = { "user-agent": userAgent, purpose: "prefetch", "sec-purpose": "prefetch" };
      const { response, events } = await when(product, () =>
        send(url, `${method} /verify-email?token=${user.link}`, { headers }),
      );

      expect({ method, status: response.status < 500 }).toEqual({ method, status: true });
      if (method === "GET") expect(response.status).toBe(200);
      expect(events).toEqual([]);
    }
    expect(await typesOfUser(user.id)).toEqual(typesBefore);
    const { email, password } = user;
    const signIn = await call(url, "POST /api/auth/login", { body: { email, password } });
    expect([signIn.status, signIn.body.code]).toEqual([403, "email_not_verified"]);
    expect(product.output()).not.toContain(user.link);
  });

  it("EV-11 is the same for every token", async () => {
    const { link } = await givenUserWithLink(url);

    const page = await pageOf(`?token=${link}`);

    expect(page).not.toContain(link);
    for (const query of ["", "?token=", "?token=%3Cscript%3E", `?token=${"x".repeat(5000)}`]) {
      expect(await pageOf(query)).toBe(page);
    }
    expect(product.output()).not.toContain(link);
  });

  it("EV-10 sends no referrer and is not stored", async () => {
    const { link } = await givenUserWithLink(url);

    const page = await call(url, `GET /verify-email?token=${link}`);
    const refused = await openLink(url, "?token=none");
    const verified = await openLink(url, `?token=${link}`);

    expect([page.status, refused.status, verified.status]).toEqual([200, 400, 200]);
    for (const { headers } of [page, refused, verified]) expectPrivate(headers);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    // The page loads nothing from another host, and no tag weakens the policy.
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page.body).not.toMatch(/<meta[^>]+referrer[^>]+content="(?!no-referrer)/i);
    expect(product.output()).not.toContain(link);
  });

  it("EV-11 verifies only by the call that it makes", async () => {
    const user = await givenUserWithLink(url);

    const { response, events } = await when(product, () => openLink(url, `?token=${user.link}`));

    expect(response.status).toBe(200);
    expect(events.map(({ type }) => type)).toContain("EmailVerified");
    expect(await signInStatus(url, user)).toBe(200);
  });
});
