import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member, secure, setRoles, setStatus } from "./admins.ts";
import { redirectUri } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { givenInitialToken, manageClient, registerClient } from "./registration-calls.ts";
import { knowingAll } from "./stored-log.ts";
import { askToken, claimsOf, errorOf } from "./token-calls.ts";

const product = sharedProductScene();
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(product);
});

const invalidToken = [401, "invalid_token"];
const metadata = { client_name: "Ledgerline", redirect_uris: [redirectUri] };

describe("DR-06 a registration access token ends", () => {
  type End = (maker: Member, client: Answered) => Promise<Answered>;
  const isDeveloper = { isAdmin: false, isDeveloper: true, isPro: false };
  const ends: Record<string, End> = {
    "with its owner's time as an admin": (of) => setRoles(product.url, { by: admin, of }, isDeveloper),
    "with its owner's deactivation": (of) => setStatus(product.url, { by: admin, of }, false),
    "when its owner's account is secured": (of) => secure(product.url, { by: admin, of }),
    "when the owner of its application ends it": ({ token }, { body: { client_id: id } }) =>
      call(product.url, `DELETE /api/developer/applications/${id}/registration-access`, { token }),
    "while its application is suspended": (_, { body: { client_id: id } }) =>
      call(product.url, `PUT /api/admin/applications/${id}/status`, { token: admin.token, body: { isActive: false } }),
  };
  it.each(Object.keys(ends))("%s", async (what) => {
    const { url } = product;
    const maker = await givenAdmin(product);
    const initial = await givenInitialToken(url, maker, { uses: 2 });
    const client = await registerClient(url, initial, metadata);
    expect((await manageClient("GET", url, client)).status).toBe(200);
    expect((await ends[what]?.(maker, client))?.status).toBe(200);
    const said = { ...metadata, client_id: client.body.client_id, redirect_uris: [`${redirectUri}2`] };
    expect(errorOf(await manageClient("PUT", url, { ...client, said }))).toEqual(invalidToken);
    expect(errorOf(await manageClient("DELETE", url, client))).toEqual(invalidToken);
    // The initial access token rests on its maker alone, not on what has registered with it.
    const another = await registerClient(url, initial, metadata);
    expect(another.status).toBe(what.includes("its owner's") ? 401 : 201);
  });
});

it("DR-06 is shown to its owner until it ends, with an entry in the activity", async () => {
  const { url } = product;
  const { token } = admin;
  const { body } = await registerClient(url, await givenInitialToken(url, admin), metadata);
  const path = `/api/developer/applications/${body.client_id}/registration-access`;
  const headers = await knowingAll(product);
  const shown = async () => {
    const listed = await askUntilUpToDate(() => call(url, "GET /api/developer/applications", { token, headers }));
    return listed.body.applications.find(({ id }: { id: string }) => id === body.client_id).hasRegistrationAccess;
  };
  expect(await shown()).toBe(true);
  for (let time = 1; time <= 2; time++) {
    const ended = await call(url, `DELETE ${path}`, { token });
    expect([ended.status, ended.body.message]).toEqual([200, "Registration access ended"]);
  }
  Object.assign(headers, await knowingAll(product));
  expect(await shown()).toBe(false);
  const timeline = await askUntilUpToDate(() => call(url, "GET /api/user/activity", { token, headers }));
  const entries = timeline.body.activity.filter(({ detail }: { detail: string }) =>
    detail?.startsWith("Called Ledgerline"),
  );
  expect(entries.slice(0, 2)).toMatchObject([
    {
      sentence: "The registration access of an application ended",
      detail: "Called Ledgerline. It can no longer change or delete itself",
    },
    { sentence: "An application registered itself", detail: "Called Ledgerline" },
  ]);
});

it("TK-21 gives two applications tokens of their own under one idempotency key", async () => {
  const { url } = product;
  const token = await givenInitialToken(url, admin, { uses: 2 });
  const headers = { "idempotency-key": crypto.randomUUID() };
  const ids = [];
  for (const name of ["One", "Two"]) {
    const { body } = await registerClient(url, token, { ...metadata, client_name: name });
    const basic = { clientId: body.client_id, clientSecret: body.client_secret };
    const given = await askToken(url, { grant_type: "client_credentials" }, { basic, headers });
    ids.push(claimsOf(given.body.access_token).jti);
  }
  expect(new Set(ids).size).toBe(2);
});
