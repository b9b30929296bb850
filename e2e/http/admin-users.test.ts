import { randomUUID } from "node:crypto";
import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member, setRoles, setStatus } from "./admins.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser, newPerson, register } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { enableTotp } from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";

const product = ownProductScene();
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(product);
});

async function list(query: Record<string, string>): Promise<Answered> {
  const headers = await knowingAll(product);
  const path = `/api/admin/users?${new URLSearchParams(query)}`;
  return askUntilUpToDate(() => call(product.url, `GET ${path}`, { token: admin.token, headers }));
}

/** Every page of a listing. */
async function everyPage(query: Record<string, string>): Promise<AdminUser[]> {
  const users: AdminUser[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body }: Answered = await list(cursor ? { ...query, cursor } : query);
    expect(status).toBe(200);
    users.push(...body.users);
    cursor = body.nextCursor;
  }
  return users;
}

const ids = (users: readonly AdminUser[]) => users.map(({ id }) => id);

/** Three people whose names begin alike, and nobody else's do. */
async function givenNamesakes() {
  const stem = `q${randomUUID().slice(0, 8)}`;
  const people = [];
  for (const [index, lastName] of ["Abel", "Baker", `${stem}son`].entries()) {
    const person = { ...newPerson({ username: `${stem}.${index}` }), firstName: `Name${index}`, lastName };
    people.push((await register(product.url, person)).user);
  }
  return { stem, people };
}

it("AC-01 shows admins every account, the newest first, page by page", async () => {
  const { people } = await givenNamesakes();
  const [first, second, third] = people;
  const newest = await list({ limit: "2" });
  expect(ids(newest.body.users)).toEqual([third?.id, second?.id]);
  const times = { registeredAt: expect.stringMatching(/^\d{4}-.*Z$/), lastSignInAt: null, erasesAt: null };
  expect(newest.body.users[0]).toEqual({ ...third, ...times });
  const next = await list({ limit: "2", cursor: newest.body.nextCursor });
  expect(next.body.users[0].id).toBe(first?.id);
  const all = await everyPage({ limit: "3" });
  expect(new Set(ids(all)).size).toBe(all.length);
  expect(ids(await everyPage({ limit: "3", sort: "oldest" }))).toEqual(ids(all).reverse());
});

it("finds accounts by the beginning of an address, a username, a name or a last name, whatever its case, each once", async () => {
  const { stem, people } = await givenNamesakes();
  const found = await everyPage({ query: stem.toUpperCase(), limit: "1" });
  expect(ids(found)).toEqual(ids(people as AdminUser[]));
  expect(ids(await everyPage({ query: `${stem}s` }))).toEqual([people[2]?.id]);
  expect(ids(await everyPage({ query: people[1]?.email ?? "" }))).toEqual([people[1]?.id]);
  expect(await everyPage({ query: `${stem}.1x` })).toEqual([]);
  const named = await everyPage({ query: "Name1 Ba" });
  expect(ids(named)).toContain(people[1]?.id);
});

it("sorts by username, address or name", async () => {
  await givenNamesakes();
  const shown = await everyPage({ sort: "username", limit: "200" });
  const usernames = shown.map(({ username }) => username.toLowerCase());
  expect(usernames).toEqual([...usernames].sort());
  const emails = (await everyPage({ sort: "email" })).map(({ email }) => email.toLowerCase());
  expect(emails).toEqual([...emails].sort());
  expect(emails).toHaveLength(usernames.length);
});

it("narrows the list to a status or a role, also within a search", async () => {
  const { stem, people } = await givenNamesakes();
  const off = await givenSignedInUser(product.url, newPerson({ username: `${stem}.off` }));
  expect((await setStatus(product.url, { by: admin, of: off }, false)).status).toBe(200);
  const pro = await givenSignedInUser(product.url, newPerson({ username: `${stem}.pro` }));
  expect((await setRoles(product.url, { by: admin, of: pro }, { isPro: true })).status).toBe(200);

  expect(ids(await everyPage({ status: "inactive" }))).toContain(off.id);
  expect((await everyPage({ status: "inactive" })).every(({ isActive }) => !isActive)).toBe(true);
  expect(ids(await everyPage({ status: "active" }))).not.toContain(off.id);
  expect(ids(await everyPage({ role: "admin" }))).toContain(admin.id);
  expect(ids(await everyPage({ query: stem, status: "unverified" }))).toEqual(ids(people as AdminUser[]));
  expect(ids(await everyPage({ query: stem, role: "pro", limit: "1" }))).toEqual([pro.id]);
  expect(ids(await everyPage({ role: "pro", status: "inactive" }))).not.toContain(pro.id);
});

it("U8 shows when each user last signed in, finds the addresses of a domain, and says how many", async () => {
  const domain = `${randomUUID()}.example`;
  const user = await givenSignedInUser(product.url, newPerson({ email: `first@${domain}` }));
  await givenUnverifiedUser(product.url, newPerson({ email: `second@${domain}` }));
  const { body } = await list({ query: `@${domain}`, limit: "1" });
  expect(body.matches).toEqual({ count: 2, isExact: true });
  const [found] = body.users;
  expect(found).toMatchObject({ id: user.id, lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  const [other] = (await list({ query: domain, cursor: body.nextCursor })).body.users;
  expect(other).toMatchObject({ email: `second@${domain}`, lastSignInAt: null });
  const headers = await knowingAll(product);
  const page = await call(product.url, `GET /api/admin/users/${user.id}`, { token: admin.token, headers });
  expect(page.body.user).toEqual(found);
});

it("answers a parameter that it does not understand with the parameter's name", async () => {
  for (const [name, value] of Object.entries({
    sort: "size",
    status: "gone",
    role: "owner",
    limit: "0",
    cursor: "x",
  })) {
    const { status, body } = await list({ [name]: value });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]]);
  }
  const contradiction = await list({ sort: "email", role: "pro" });
  expect([contradiction.status, Object.keys(contradiction.body.fields)]).toEqual([400, ["sort"]]);
});

it("AC-03 answers everyone who is not an admin with 403, and without data", async () => {
  const user = await givenSignedInUser(product.url);
  const { status, body } = await call(product.url, "GET /api/admin/users", { token: user.token });
  expect([status, body]).toEqual([403, { code: "forbidden", message: "Your account may not do this" }]);
  const unverified = await givenUnverifiedUser(product.url);
  expect((await call(product.url, "GET /api/admin/users", { token: unverified.token })).status).toBe(403);
});

it("AC-03 shows an admin without a second factor nothing where REQUIRE_ADMIN_2FA is on", async () => {
  const strict = await startInProcess({ REQUIRE_ADMIN_2FA: "on" });
  const person = await givenAdmin(strict);
  const ask = async () => {
    const asking = { token: person.token, headers: await knowingAll(strict) };
    const { status, body } = await call(strict.url, "GET /api/admin/users", asking);
    return [status, body.code];
  };
  expect(await ask()).toEqual([403, "second_factor_required"]);
  await enableTotp(strict.url, person.token);
  expect(await ask()).toEqual([200, undefined]);
  await strict.remove();
});
