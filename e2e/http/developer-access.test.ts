import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, setStatus } from "./admins.ts";
import { redirectUri } from "./applications.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser } from "./client.ts";
import { typesIn } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const good = { name: "Ledgerline", redirectUris: [redirectUri] };
const outcomeOf = ({ status, body }: Answered) => [status, body.code];

describe("developer access", () => {
  const enable = (token: string) => call(url, "POST /api/user/enable-developer", { token });

  it("AP-10 is needed for every call about applications", async () => {
    const { token } = await givenSignedInUser(url);
    const id = randomUUID();
    const asked = [
      await call(url, "POST /api/developer/applications", { token, body: good }),
      await call(url, `PUT /api/developer/applications/${id}`, { token, body: good }),
      await call(url, `DELETE /api/developer/applications/${id}`, { token }),
      await call(url, "GET /api/developer/applications", { token }),
      await call(url, `POST /api/developer/applications/${id}/rotate-secret`, { token }),
    ];
    expect(asked.map(outcomeOf)).toEqual(asked.map(() => [403, "forbidden"]));
    await enable(token);
    expect((await call(url, "POST /api/developer/applications", { token, body: good })).status).toBe(201);
  });

  it("AC-07 is enabled once, however often it is asked for", async () => {
    const { token, id } = await givenSignedInUser(url);
    const answers = [await enable(token), await enable(token), ...(await Promise.all([enable(token), enable(token)]))];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([200, expect.stringContaining("developer portal")]);
    }
    expect((await typesIn(product, userStream(id))).filter((type) => type === "RolesChanged")).toHaveLength(1);
    const headers = { "x-log-position": answers.at(-1)?.headers.get("x-log-position") ?? "" };
    const { body } = await call(url, "GET /api/auth/me", { token, headers });
    expect(body.user).toMatchObject({ isDeveloper: true, isAdmin: false, isPro: false });
  });

  it("AC-07 is refused to pending and inactive users, and to nobody", async () => {
    const pending = await givenUnverifiedUser(url);
    expect(outcomeOf(await enable(pending.token))).toEqual([403, "email_not_verified"]);
    const [inactive, admin] = [await givenSignedInUser(url), await givenAdmin(product)];
    await setStatus(url, { by: admin, of: inactive }, false);
    expect(outcomeOf(await enable(inactive.token))).toEqual([401, "not_signed_in"]);
    expect(outcomeOf(await call(url, "POST /api/user/enable-developer"))).toEqual([401, "not_signed_in"]);
    for (const { id } of [pending, inactive]) {
      expect(await typesIn(product, userStream(id))).not.toContain("RolesChanged");
    }
  });
});
