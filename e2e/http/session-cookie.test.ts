/** @module-tag two-processes */
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Asking, call, givenSignedInUser } from "./client.ts";
import { when } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  ({ url } = product);
});

const me = (asking: Asking) => call(url, "GET /api/auth/me", asking);
const cookieOf = (token: string) => ({ cookie: `__Host-session=${token}` });

describe("the session cookie", () => {
  it("T7 carries the token's session, for this host alone and out of scripts' reach", async () => {
    const { email, password } = await givenSignedInUser(url);
    const fixed = "Path=/; Secure; HttpOnly; SameSite=Lax";

    for (const [more, age] of [
      [{}, ""],
      [{ rememberMe: true }, "; Max-Age=7776000"],
    ] as const) {
      const { body, headers } = await call(url, "POST /api/auth/login", { body: { email, password, ...more } });

      expect(headers.getSetCookie()).toContain(`__Host-session=${body.token}; ${fixed}${age}`);
      const mark = headers.getSetCookie().find((line) => line.startsWith("__Host-position="));
      expect(mark).toMatch(/^__Host-position=[A-Za-z0-9_-]{80}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=30$/);
    }
  });

  it("T7 authenticates reads, and writes only from our own origin", async () => {
    const user = await givenSignedInUser(url);
    const cookie = cookieOf(user.token);
    const names = { firstName: "Ada", lastName: "Lovelace" };
    const rename = (headers: Record<string, string>) =>
      call(url, "PUT /api/user/profile", { headers: { ...cookie, ...headers }, body: names });
    const foreign: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: url, "sec-fetch-site": "cross-site" },
    ];

    const read = await me({ headers: cookie });

    expect(read.body.user.id).toBe(user.id);

    for (const headers of foreign) {
      const { response, events } = await when(product, () => rename(headers));

      const { status, body } = response;
      expect({ headers, status, code: body.code }).toEqual({ headers, status: 403, code: "cross_site" });
      expect(events).toEqual([]);
    }
    expect((await me({ token: user.token })).body.user.firstName).toBeNull();

    const { response, events } = await when(product, () => rename({ origin: url }));

    expect(response.status).toBe(200);
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([[userStream(user.id), "ProfileChanged"]]);
    const mark = { "X-Log-Position": response.headers.get("x-log-position") ?? "" };
    expect((await me({ token: user.token, headers: mark })).body.user).toMatchObject(names);

    const again = await rename({ "sec-fetch-site": "same-origin" });

    expect(again.status).toBe(200);
  });

  it("T7 is ignored if Authorization is present", async () => {
    const [ada, grace] = [await givenSignedInUser(url), await givenSignedInUser(url)];
    const cookie = { ...cookieOf(ada.token), origin: url };

    const both = await me({ token: grace.token, headers: cookie });

    expect(both.body.user.id).toBe(grace.id);

    for (const authorization of ["Bearer ats_none", "Bearer", "Basic YTpi", "", `Bearer ${ada.token}x`]) {
      const headers = { ...cookie, authorization };

      const read = await me({ headers });
      const { response, events } = await when(product, () => call(url, "DELETE /api/user/sessions", { headers }));

      expect({ authorization, status: read.status }).toEqual({ authorization, status: 401 });
      expect({ authorization, status: response.status }).toEqual({ authorization, status: 401 });
      expect(events).toEqual([]);
    }
  });
});
