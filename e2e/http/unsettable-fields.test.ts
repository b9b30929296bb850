/** @module-tag own-stack */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { facts, knowingAll, storedEvents } from "./stored-log.ts";

const stack = sharedProductScene();
let person: Member;
let admin: Member;
beforeAll(async () => {
  person = await givenSignedInUser(stack.url);
  admin = await givenAdmin(stack);
});

const me = async () =>
  (await call(stack.url, "GET /api/auth/me", { token: person.token, headers: await knowingAll(stack) })).body.user;

const privileges: Record<string, unknown> = {
  isAdmin: true,
  isPro: true,
  isDeveloper: true,
  isActive: true,
  emailVerified: true,
  verified: true,
  role: "admin",
  roles: ["admin"],
  permissions: "*",
  scope: "admin",
  admin: 1,
  isadmin: true,
  IsAdmin: true,
  is_admin: true,
  user: { isAdmin: true },
  "user.isAdmin": true,
  "user[isAdmin]": true,
  pending: false,
  sessionEpoch: 0,
  keptSession: null,
  twoFactorEnabled: false,
  id: randomUUID(),
  userId: randomUUID(),
};

describe("roles and account status", () => {
  it("AC-05 cannot be set through the body of any declared call", async () => {
    const [before, shown] = [(await facts(stack)).length, await me()];
    for (const { route, method, path, body, byAdmins } of await goodWrites(stack.url, person)) {
      const { token } = byAdmins ? admin : person;
      // The scope of a consent is what the application asked for: it gives the user nothing.
      const isOwnField = (name: string) => name in body && (byAdmins || name === "scope");
      for (const [name, value] of Object.entries(privileges).filter(([name]) => !isOwnField(name))) {
        const asking = { token, body: { ...body, [name]: value } };
        const refused = await call(stack.url, `${method} ${filled(path, person.token.split("_")[1] ?? "")}`, asking);
        expect([refused.status, refused.body.code], `${route} ${name}`).toEqual([400, "invalid_fields"]);
        expect(refused.body.fields).toEqual({ [name]: "This is not known here" });
      }
    }
    expect((await facts(stack)).length).toBe(before);
    expect(await me()).toEqual(shown);
  });

  it("AC-05 cannot be set by a query, a header or a cookie beside a valid body", async () => {
    const query = "?isAdmin=true&isPro=1&isDeveloper=on&role=admin&roles[]=admin";
    const headers = { "x-role": "admin", "x-admin": "true", "x-user-id": randomUUID(), "x-forwarded-user": "admin" };
    const cookie = "isAdmin=true; role=admin; __Host-admin=1";
    const newcomer = newPerson();
    const before = (await storedEvents(stack)).length;
    const asking = { body: newcomer, headers: { ...headers, cookie } };
    const registered = await call(stack.url, `POST /api/auth/register${query}`, asking);
    const none = { isAdmin: false, isPro: false, isDeveloper: false, isActive: true, emailVerified: false };
    expect(registered.body.user).toMatchObject(none);
    const names = { firstName: "Ada", lastName: "L" };
    const more = { token: person.token, body: names, headers: { ...headers, cookie } };
    expect((await call(stack.url, `PUT /api/user/profile${query}`, more)).status).toBe(200);
    expect(await me()).toMatchObject({ ...none, emailVerified: true, ...names });
    const types = (await storedEvents(stack)).slice(before).map(({ type }) => type);
    for (const type of ["RolesChanged", "UserActivated", "UserDeactivated"]) expect(types).not.toContain(type);
  });
});

describe("a change of first and last name", () => {
  const names = { firstName: "Mallory", lastName: "M" };
  const refused: Record<string, unknown> = {
    email: "evil@example.com",
    emailVerified: true,
    twoFactorEnabled: true,
    id: randomUUID(),
    _id: randomUUID(),
    $set: { isAdmin: true },
    roles: ["admin"],
    username: "another",
    password: "correct horse battery",
    passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    isAdmin: true,
    isActive: false,
    createdAt: "2020-01-01T00:00:00.000Z",
    "profile.firstName": "x",
    "$set.email": "x",
    firstname: "x",
    "firstName ": "x",
    "": "x",
  };

  it.each(Object.entries(refused))(
    "AC-06 is rejected with the extra field %s, and changes nothing",
    async (name, value) => {
      const [before, shown] = [(await facts(stack)).length, await me()];
      for (const body of [{ ...names, [name]: value }, { [name]: value }, { ...names, [name]: null }]) {
        const answer = await call(stack.url, "PUT /api/user/profile", { token: person.token, body });
        expect([answer.status, answer.body.code]).toEqual([400, "invalid_fields"]);
        if (name !== "") expect(answer.body.fields[name]).toBe("This is not known here");
      }
      expect((await facts(stack)).length).toBe(before);
      expect(await me()).toEqual(shown);
    },
  );

  it("AC-06 changes the two names and nothing else shown or stored", async () => {
    const shown = await me();
    const asking = { token: person.token, body: names };
    const before = (await facts(stack)).length;
    expect((await call(stack.url, "PUT /api/user/profile", asking)).status).toBe(200);
    expect(await me()).toEqual({ ...shown, ...names });
    const [fact, ...more] = (await facts(stack)).slice(before);
    expect([fact?.type, more]).toEqual(["ProfileChanged", []]);
    expect(JSON.parse(fact?.data ?? "")).toEqual({ userId: person.id });
  });
});
