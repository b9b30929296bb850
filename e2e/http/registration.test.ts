import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, emailTo, member, newPerson, register, signIn, verify } from "./client.ts";
import { facts, storedEvents } from "./stored-log.ts";

let lenient: SharedProduct;
let strict: SharedProduct;
/** The number of events that each product had before. */
const countBefore = new Map<SharedProduct, number>();
beforeAll(async () => {
  lenient = await sharedProduct();
  strict = await sharedProduct({ ENUMERATION_PROTECTION: "strict" });
  for (const product of [lenient, strict]) countBefore.set(product, (await storedEvents(product)).length);
});

const registering = (stack: SharedProduct, body: object) => call(stack.url, "POST", "/api/auth/register", { body });
const accountOf = async (product: SharedProduct, id: string) =>
  (await facts(product)).filter(({ stream, person }) => stream === userStream(id) || person === id);
const emailsTo = async ({ url }: SharedProduct, email: string): Promise<{ subject: string; text: string }[]> => {
  const { body } = await call(url, "GET", "/api/dev/inbox");
  return body.filter(({ to }: { to: string }) => to === email);
};
/** Waits until every email that this file caused is sent or abandoned; returns their number. */
async function emailsAreSent(product: SharedProduct): Promise<number> {
  const emails = async () => {
    const events = (await storedEvents(product)).slice(countBefore.get(product));
    const asking = /^(UserRegistered|DecoyRegistered|VerificationRequested|PasswordChanged)$/;
    const asked = events.filter(({ type }) => asking.test(type)).map(({ id }) => id);
    const out = events.filter(({ type }) => /^Letter(Sent|Abandoned)$/.test(type));
    const causes = new Set(out.map(({ data }) => JSON.parse(data).causeId));
    return { asked, waiting: asked.filter((id) => !causes.has(id)) };
  };
  await expect.poll(async () => (await emails()).waiting).toEqual([]);
  return (await emails()).asked.length;
}

describe("a registration with an address or a name that is taken", () => {
  it("T2 AU-06 names the address, and changes nothing of the account that has it (lenient)", async () => {
    const owner = await member(lenient.url);
    const before = await accountOf(lenient, owner.id);
    const intruder = newPerson({ email: owner.email.toUpperCase() });
    const { status, body, headers } = await registering(lenient, intruder);
    expect(status).toBe(409);
    expect(body).toEqual({ code: "email_taken", message: expect.stringMatching(/email address/) });
    expect(headers.getSetCookie()).toEqual([]);
    expect(await accountOf(lenient, owner.id)).toEqual(before);
    await signIn(lenient.url, owner);
    const login = await call(lenient.url, "POST", "/api/auth/login", {
      body: { email: owner.email, password: "another passphrase" },
    });
    expect(login.status).toBe(401);
    await emailsAreSent(lenient);
    expect(await emailsTo(lenient, owner.email)).toHaveLength(1);
    // The username of the refused registration is free again.
    await register(lenient.url, newPerson({ username: intruder.username }));
  });

  it.each(["lenient", "strict"])(
    "T2 AU-06 names the username, and changes nothing of its account (%s)",
    async (mode) => {
      const stack = mode === "strict" ? strict : lenient;
      const owner = await member(stack.url);
      const before = await accountOf(stack, owner.id);
      const intruder = newPerson({ username: owner.username.toUpperCase() });
      const { status, body } = await registering(stack, intruder);
      expect(status).toBe(409);
      expect(body).toEqual({ code: "username_taken", message: expect.stringMatching(/username/) });
      expect(await accountOf(stack, owner.id)).toEqual(before);
      await signIn(stack.url, owner);
      // The address of the refused registration is free.
      await register(stack.url, newPerson({ email: intruder.email }));
    },
  );

  it("T2 AU-06 answers a known address like a new one (strict)", async () => {
    const owner = await member(strict.url);
    const unverified = newPerson();
    await register(strict.url, unverified);
    const shapeOf = async (email: string) => {
      const person = newPerson({ email });
      const { status, body, headers } = await registering(strict, { ...person, firstName: "Ada" });
      const { token, user } = body;
      expect(user).toEqual({
        ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, username: person.username },
        ...{ firstName: "Ada", lastName: null, isActive: true, emailVerified: false, twoFactorEnabled: false },
        ...{ isAdmin: false, isDeveloper: false, isPro: false },
      });
      const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]+/, "="));
      const names = [...headers.keys()].toSorted();
      return { status, names, cookies, uuid: user.id[14], token: token.length, length: headers.get("content-length") };
    };
    const fresh = await shapeOf(newPerson().email);
    expect(fresh.status).toBe(201);
    expect(await shapeOf(owner.email)).toEqual(fresh);
    expect(await shapeOf(unverified.email)).toEqual(fresh);
    expect(await shapeOf(owner.email)).toEqual(fresh);
  });

  it("T2 AU-06 lets the log grow by as much for a known address as for a new one (strict)", async () => {
    const owner = await member(strict.url);
    const growth = async (email: string) => {
      const [emails, before] = [await emailsAreSent(strict), (await facts(strict)).length];
      await register(strict.url, newPerson({ email }));
      return { emails: (await emailsAreSent(strict)) - emails, facts: (await facts(strict)).length - before };
    };
    const fresh = await growth(newPerson().email);
    expect(await growth(owner.email)).toEqual(fresh);
    expect(await growth(owner.email)).toEqual(fresh);
  });

  it("T2 AU-06 leads nowhere: the owner keeps the account and gets a letter, nobody gets a link (strict)", async () => {
    const owner = await member(strict.url);
    const before = (await accountOf(strict, owner.id)).filter(({ stream }) => stream === userStream(owner.id));
    const intruder = newPerson({ email: owner.email, password: "the intruder's own" });
    const { token, user } = await register(strict.url, intruder);
    expect(user.id).not.toBe(owner.id);

    const letter = await emailTo(strict.url, owner.email, "You already have an account");
    expect(letter.text).not.toContain("token=");
    expect(letter.text + letter.html).not.toContain(intruder.username);
    const profile = await call(strict.url, "PUT", "/api/user/profile", {
      token,
      body: { firstName: "Mallory", lastName: "" },
    });
    expect([profile.status, profile.body.code]).toEqual([403, "email_not_verified"]);
    const { email } = owner;
    const login = await call(strict.url, "POST", "/api/auth/login", { body: { email, password: intruder.password } });
    expect([login.status, login.body.code]).toEqual([401, "invalid_credentials"]);
    const resend = await call(strict.url, "POST", "/api/auth/resend-verification", { token, body: { email } });
    expect(resend.status).toBe(200);
    await signIn(strict.url, owner);
    await emailsAreSent(strict);
    const subjects = (await emailsTo(strict, email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["Verify your email address", "You already have an account"]);
    const after = (await accountOf(strict, owner.id)).filter(({ stream }) => stream === userStream(owner.id));
    expect(after).toEqual(before);
  });

  it("T2 AU-06 does not hinder an owner who has not verified yet (strict)", async () => {
    const owner = newPerson();
    await register(strict.url, owner);
    await register(strict.url, newPerson({ email: owner.email, password: "the intruder's own" }));
    await emailTo(strict.url, owner.email, "You already have an account");
    await verify(strict.url, owner.email);
    await signIn(strict.url, owner);
  });
});

describe("what a registration may not say", () => {
  it.each([
    ["isAdmin", true],
    ["isDeveloper", true],
    ["isPro", true],
    ["isActive", false],
    ["emailVerified", true],
    ["twoFactorEnabled", true],
    ["id", "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"],
    ["userId", "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"],
    ["passwordHash", "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA"],
    ["sessionEpoch", 7],
    ["roles", ["admin"]],
    ["user", { isAdmin: true }],
  ])("AU-11 refuses the field %s, and has no effect then", async (name, value) => {
    const person = newPerson();
    const before = (await facts(lenient)).length;
    const { status, body } = await registering(lenient, { ...person, [name]: value });
    expect([status, body.code, body.fields]).toEqual([400, "invalid_fields", { [name]: "This is not known here" }]);
    expect((await facts(lenient)).length).toBe(before);
  });

  it("AU-11 gives nobody a role, whatever the order or the case of the names", async () => {
    const person = newPerson();
    const { user } = await register(lenient.url, person);
    const rights = { isAdmin: false, isDeveloper: false, isPro: false, isActive: true, emailVerified: false };
    expect(user).toMatchObject(rights);
    for (const name of ["isadmin", "IsAdmin", "is_admin", "__proto__", "constructor"]) {
      const text = JSON.stringify({ ...newPerson() }).replace("{", `{"${name}":{"isAdmin":true},`);
      const { status } = await call(lenient.url, "POST", "/api/auth/register", { body: text });
      expect({ name, status }).toEqual({ name, status: 400 });
    }
  });
});
