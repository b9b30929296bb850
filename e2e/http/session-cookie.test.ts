/** @module-tag two-processes */
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { type Asking, call, givenSignedInUser } from "./client.ts";

let url: string;
beforeAll(async () => {
  ({ url } = await sharedProduct());
});

const me = (asking: Asking) => call(url, "GET /api/auth/me", asking);
const cookieOf = (token: string) => ({ cookie: `__Host-session=${token}` });

describe("the session cookie", () => {
  it("T7 carries the token's session, for this host alone and out of scripts' reach", async () => {
    const person = await givenSignedInUser(url);
    for (const [more, age] of [
      [{}, ""],
      [{ rememberMe: true }, "; Max-Age=7776000"],
    ] as const) {
      const { email, password } = person;
      const { body, headers } = await call(url, "POST /api/auth/login", { body: { email, password, ...more } });
      const fixed = "Path=/; Secure; HttpOnly; SameSite=Lax";
      expect(headers.getSetCookie()).toContain(`__Host-session=${body.token}; ${fixed}${age}`);
      const mark = headers.getSetCookie().find((line) => line.startsWith("__Host-position="));
      expect(mark).toMatch(
        /^__Host-position=1-\d+\.\d+\.[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=30$/,
      );
    }
  });

  it("T7 authenticates reads, and writes only from our own origin", async () => {
    const person = await givenSignedInUser(url);
    const cookie = cookieOf(person.token);
    const names = { firstName: "Ada", lastName: "Lovelace" };
    const put = (headers: Record<string, string>) =>
      call(url, "PUT /api/user/profile", { headers: { ...cookie, ...headers }, body: names });
    expect((await me({ headers: cookie })).body.user.id).toBe(person.id);
    const foreign: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: url, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const { status, body } = await put(headers);
      expect({ headers, status, code: body.code }).toEqual({ headers, status: 403, code: "cross_site" });
    }
    expect((await me({ token: person.token })).body.user.firstName).toBeNull();
    const written = await put({ origin: url });
    expect(written.status).toBe(200);
    const mark = { "X-Log-Position": written.headers.get("x-log-position") ?? "" };
    expect((await me({ token: person.token, headers: mark })).body.user).toMatchObject(names);
    expect((await put({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("T7 is ignored if Authorization is present", async () => {
    const [ada, grace] = [await givenSignedInUser(url), await givenSignedInUser(url)];
    const cookie = { ...cookieOf(ada.token), origin: url };
    const both = await me({ token: grace.token, headers: cookie });
    expect(both.body.user.id).toBe(grace.id);
    for (const authorization of ["Bearer ats_none", "Bearer", "Basic YTpi", "", `Bearer ${ada.token}x`]) {
      const headers = { ...cookie, authorization };
      expect({ authorization, status: (await me({ headers })).status }).toEqual({ authorization, status: 401 });
      const write = await call(url, "DELETE /api/user/sessions", { headers });
      expect({ authorization, status: write.status }).toEqual({ authorization, status: 401 });
    }
  });
});
