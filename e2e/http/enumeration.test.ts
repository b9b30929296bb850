import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser, newPerson, type Person, register } from "./client.ts";
import { facts } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

let product: SharedProduct;
let people: Record<"verified" | "unverified" | "inactive" | "inactiveUnverified" | "unknown", Person>;

beforeAll(async () => {
  product = await sharedProduct();
  const unverified = newPerson();
  await register(product.url, unverified);
  const inactive = await givenSignedInUser(product.url);
  await product.happened(userStream(inactive.id), { type: "UserDeactivated", data: { userId: inactive.id } });
  const inactiveUnverified = newPerson();
  const { id } = (await register(product.url, inactiveUnverified)).user;
  await product.happened(userStream(id), { type: "UserDeactivated", data: { userId: id } });
  const unknown = newPerson();
  people = { verified: await givenSignedInUser(product.url), unverified, inactive, inactiveUnverified, unknown };
});

const post = (url: string, path: string, fields: object) => {
  const body = JSON.stringify(fields);
  return send(url, `POST ${path}`, { headers: jsonHeaders(body), body });
};
const login = (email: string, password: string) => post(product.url, "/api/auth/login", { email, password });
const resend = (email: string) => post(product.url, "/api/auth/resend-verification", { email });

/** An answer as an outsider compares it: without the parts that differ between any two answers. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => {
  const { date: _, "x-request-id": __, ...rest } = headers;
  return { status, text, headers: rest };
};
const emailsTo = async (email: string) =>
  (await call(product.url, "GET /api/dev/inbox")).body.filter(({ to }: { to: string }) => to === email).length;

describe("the existence of an account", () => {
  it("AU-01 is not revealed by the refusal of a wrong password", async () => {
    const before = (await facts(product)).length;
    const wrong = "not anybody's password";
    const answers = {
      wrongPassword: await login(people.verified.email, wrong),
      unknown: await login(people.unknown.email, wrong),
      inactive: await login(people.inactive.email, wrong),
      inactiveRight: await login(people.inactive.email, people.inactive.password),
      unverified: await login(people.unverified.email, wrong),
      inactiveUnverified: await login(people.inactiveUnverified.email, wrong),
      inactiveUnverifiedRight: await login(people.inactiveUnverified.email, people.inactiveUnverified.password),
      noSuchDomain: await login("nobody@nowhere.invalid", wrong),
      anothersPassword: await login(people.unknown.email, people.verified.password),
    };
    const first = comparable(answers.wrongPassword);
    expect(first.status).toBe(401);
    expect(JSON.parse(first.text)).toEqual({
      code: "invalid_credentials",
      message: "Email or password is not right",
    });
    expect(first.headers["set-cookie"]).toBeUndefined();
    expect(first.headers["www-authenticate"]).toBe("Bearer");
    for (const [name, answer] of Object.entries(answers)) {
      expect({ name, ...comparable(answer) }).toEqual({ name, ...first });
    }
    expect((await facts(product)).length).toBe(before);
  });

  it("AU-07 is not revealed by requesting another email, which only an unverified user receives", async () => {
    await expect.poll(() => emailsTo(people.inactiveUnverified.email)).toBe(1);
    await expect.poll(() => emailsTo(people.unverified.email)).toBe(1);
    /** The answer, without its position, which differs each time and is checked here. */
    const expectPositioned = async (email: string) => {
      const answer = comparable(await resend(email));
      const { "set-cookie": cookies = [], "x-log-position": position, ...headers } = answer.headers;
      expect(position).toMatch(/^1-\d+$/);
      expect(cookies.map((line) => line.replace(/=[^;]*/, "="))).toEqual([
        "__Host-position=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=30",
      ]);
      return { ...answer, headers };
    };
    const before = (await facts(product)).length;
    const first = await expectPositioned(people.unknown.email);
    expect(first.status).toBe(200);
    expect(Object.keys(JSON.parse(first.text))).toEqual(["message"]);
    for (const kind of ["verified", "inactive", "inactiveUnverified"] as const) {
      expect({ kind, ...(await expectPositioned(people[kind].email)) }).toEqual({ kind, ...first });
    }
    expect((await facts(product)).length).toBe(before);
    expect({ kind: "unverified", ...(await expectPositioned(people.unverified.email)) }).toEqual({
      kind: "unverified",
      ...first,
    });
    await expect.poll(() => emailsTo(people.unverified.email)).toBe(2);
    expect((await facts(product)).slice(before).map(({ type }) => type)).toEqual(["VerificationRequested"]);
    for (const kind of ["verified", "inactive", "inactiveUnverified"] as const) {
      expect({ kind, emails: await emailsTo(people[kind].email) }).toEqual({ kind, emails: 1 });
    }
    expect(await emailsTo(people.unknown.email)).toBe(0);
  });
});
