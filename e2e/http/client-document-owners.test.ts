import { applicationIdOf } from "@attestory/events/client-id.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member, setRoles, setStatus } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { givenVisitor, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { allowSource, documentHost } from "./document-host.ts";
import { requestOf, signIn } from "./document-sign-in.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { askToken, errorOf } from "./token-calls.ts";

const product = sharedProductScene();
const host = documentHost();
let url: string;
let visitor: Visitor;
let owner: Member;
let admin: Member;
beforeAll(async () => {
  url = product.url;
  [owner, admin, visitor] = [await givenAdmin(product), await givenAdmin(product), await givenVisitor(url)];
  expect((await allowSource(url, owner, `${host.url}/clients/`)).status).toBe(201);
});

const signedIn = (clientId: string) => signIn({ url, visitor }, clientId);

it("CM-23 names its host under Connected Applications", async () => {
  const clientId = host.describe("/clients/bank.json", { client_name: "Your bank" });
  expect((await signedIn(clientId)).status).toBe(200);
  const { body } = await askUntilUpToDate(() => visitor.call("GET /api/user/connected-apps"));
  expect(body).toMatchObject([{ name: "Your bank", clientHost: new URL(host.url).host }]);
});

it("CM-24 is deleted by admins alone, and its address never counts again, as its page says", async () => {
  const former = await givenAdmin(product);
  expect((await allowSource(url, owner, `${host.url}/former/`)).status).toBe(201);
  const clientId = host.describe("/former/client.json");
  expect((await signedIn(clientId)).status).toBe(200);
  const id = applicationIdOf(clientId);
  const handingOver = { token: owner.token, body: { userId: former.id } };
  expect((await call(url, `POST /api/admin/applications/${id}/hand-over`, handingOver)).status).toBe(200);
  expect((await setRoles(url, { by: owner, of: former }, { isDeveloper: true })).status).toBe(200);
  const own = await call(url, `DELETE /api/developer/applications/${id}`, { token: former.token });
  expect([own.status, own.body.code]).toEqual([409, "only_admins_delete"]);
  expect((await visitor.authorize(requestOf(clientId))).status).toBe(200);
  expect((await call(url, `DELETE /api/admin/applications/${id}`, { token: owner.token })).status).toBe(200);
  const page = await visitor.authorize(requestOf(clientId));
  expect([page.status, page.body]).toEqual([400, expect.stringContaining("was deleted here, for good")]);
});

it("CM-26 lists the owner's own applications first, however many describe themselves", async () => {
  const busy = await givenAdmin(product);
  const { applicationId: _, ...settings } = sampleApplication({ name: "Described" });
  const described = (at: number) => {
    const documentUrl = `https://tools.example/${busy.id}/${at}`;
    const applicationId = applicationIdOf(documentUrl);
    const registered = { ...settings, applicationId, documentUrl, ownerId: busy.id, clientSecret: null };
    const data = { ...registered, kind: "public" as const };
    return product.happened(applicationStream(applicationId), { type: "ApplicationRegistered", data });
  };
  await Promise.all(Array.from({ length: 101 }, (_, at) => described(at)));
  const own = await registerApplication(url, { developer: busy });
  const mine = async () =>
    (await call(url, "GET /api/developer/applications", { token: busy.token })).body.applications;
  await expect.poll(mine, { timeout: 20_000 }).toHaveLength(101);
  expect((await mine())[0].id).toBe(own.id);
});

// Last: nothing of the owner counts after it.
it("CM-22 ends with the admin who allowed its address: no refresh, no token, no sign-in", async () => {
  const clientId = host.describe("/clients/left.json");
  const { body: tokens } = await signedIn(clientId);
  expect((await setStatus(url, { by: admin, of: owner }, false)).status).toBe(200);
  const refreshing = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: clientId };
  expect(errorOf(await askToken(url, refreshing))).toEqual([401, "invalid_client"]);
  expect((await visitor.authorize(requestOf(clientId))).status).toBe(400);
  expect((await call(url, "GET /api/oauth/userinfo", { token: tokens.access_token })).status).toBe(401);
  const listed = await askUntilUpToDate(() => call(url, "GET /api/admin/client-sources", { token: admin.token }));
  expect(listed.body.clientSources).toContainEqual(
    expect.objectContaining({ urlPrefix: `${host.url}/clients/`, state: "no-admin", removed: null }),
  );
});
