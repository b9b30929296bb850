import { sessionStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";
import { typesIn, when } from "./stored-log.ts";

const stack = sharedProductScene();

/** Maps each directive to its values. */
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive): [string, string[]] => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );

describe("the content security policy", () => {
  it("T6 allows a page its own script files and Trusted Types alone, and no inline script", async () => {
    const screens = ["/", "/login", "/register", "/dashboard", "/verify-email?token=x"].map((path) => [path, 200]);
    for (const [path, expected] of [...screens, ["/no/such/screen", 404]]) {
      const { status, headers, body } = await call(stack.url, `GET ${path}`);

      expect([status, headers.get("content-type")]).toEqual([expected, "text/html; charset=utf-8"]);
      const policy = policyOf(headers);
      expect(policy.get("default-src")).toEqual(["'none'"]);
      expect(policy.get("script-src")).toEqual(["'self'"]);
      expect(policy.get("connect-src")).toEqual(["'self'"]);
      for (const none of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(none)).toEqual(["'none'"]);
      expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
      expect(policy.get("trusted-types")).toEqual(["'none'"]);
      expect([...policy.values()].flat().join(" ")).not.toMatch(/unsafe|\*|blob:/);
      // The page contains nothing that the policy would have to allow: no inline script and no event handler attribute.
      for (const [tag] of body.matchAll(/<script\b[^>]*>/g)) expect(tag).toMatch(/ src="\/[\w./-]+"/);
      expect(body).not.toMatch(/<script\b[^>]*>[^<]|\son\w+=|javascript:/i);
      expect(headers.get("content-security-policy-report-only")).toBeNull();
    }
  });

  it("T6 allows nothing in API answers, files and refusals", async () => {
    const { token } = await givenSignedInUser(stack.url);
    const page = (await call(stack.url, "GET /login")).body;
    const file = /src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? "";

    for (const path of ["/api/auth/me", "/api/nothing", "/api/dev/inbox", "/openapi.json", "/favicon.svg", file]) {
      const { headers } = await call(stack.url, `GET ${path}`, { token });

      expect(headers.get("content-security-policy"), path).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

describe("a session's token", () => {
  it("T6 is opaque: no JWT, no owner, no rights", async () => {
    const person = await givenSignedInUser(stack.url);

    const token = await signIn(stack.url, person);

    expect(token).toMatch(/^ats_[0-9a-f-]{36}_[A-Za-z0-9_-]{43}$/);
    expect(token).not.toContain(".");
    // A decoded brace alone may occur by chance, because an identifier may begin with e1.
    for (const part of token.split(/[_.]/)) {
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toMatch(/^\{"|"(alg|sub|exp|iat)"/);
    }
    for (const personal of [person.id, person.email, person.username]) expect(token).not.toContain(personal);
    // Two tokens of the same user share only the prefix that names their kind.
    const parts = (text: string) => /^([^_]+)_([^_]+)_(.+)$/.exec(text)?.slice(1);
    const [one = [], two = []] = [parts(token), parts(person.token)];
    expect([one[0] === two[0], one[1] === two[1], one[2] === two[2]]).toEqual([true, false, false]);
  });

  it("T6 is refused in every copy once the server has revoked it", async () => {
    const { token } = await givenSignedInUser(stack.url);
    const copies = [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `__Host-session=${token}` },
    ];
    const statusesOfCopies = async (position: Record<string, string> = {}) => {
      const sent = copies.map((headers) =>
        call(stack.url, "GET /api/auth/me", { headers: { ...headers, ...position } }),
      );
      return (await Promise.all(sent)).map(({ status }) => status);
    };
    expect(await statusesOfCopies()).toEqual([200, 200, 200]);

    const { response, events } = await when(stack, () => call(stack.url, "POST /api/auth/logout", { token }));

    const position = { "x-log-position": response.headers.get("x-log-position") ?? "" };
    expect(await statusesOfCopies(position)).toEqual([401, 401, 401]);
    const ownStream = sessionStream(sessionIdOf(token));
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([[ownStream, "SessionEnded"]]);
    expect(await typesIn(stack, ownStream)).toEqual(["SessionStarted", "SessionEnded"]);
  });
});
