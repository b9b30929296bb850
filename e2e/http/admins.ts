import { setTimeout as wait } from "node:timers/promises";
import { userStream } from "@attestory/events/envelope.ts";
import type { InProcess } from "../start-in-process.ts";
import { type Answered, call, givenSignedInUser, newPerson, type Person } from "./client.ts";

export type Member = Person & { id: string; token: string };

/** A signed-in account with the roles of an admin and a developer. */
export async function givenAdmin(product: Pick<InProcess, "url" | "happened">): Promise<Member> {
  const person = await givenSignedInUser(product.url);
  const data = { userId: person.id, isAdmin: true, isDeveloper: true, isPro: false };
  await product.happened(userStream(person.id), { type: "RolesChanged", data });
  const isAdmin = async () =>
    (await call(product.url, "GET /api/auth/me", { token: person.token })).body.user?.isAdmin === true;
  for (const until = Date.now() + 30_000; !(await isAdmin()); await wait(20)) {
    if (Date.now() > until) throw new Error("the read models do not show the new admin");
  }
  return person;
}

/** Who asks, and for which account. */
interface Act {
  by: { token: string };
  of: { id: string };
}

export const setStatus = (url: string, { by, of }: Act, isActive: boolean): Promise<Answered> =>
  call(url, `PUT /api/admin/users/${of.id}/status`, { token: by.token, body: { isActive } });

/** Creates an account for a new person. */
export const createAccount = (url: string, by: { token: string }, person: Person = newPerson()): Promise<Answered> => {
  const { password: _, ...account } = person;
  return call(url, "POST /api/admin/users", { token: by.token, body: account });
};

export const rename = (url: string, { by, of }: Act, names: object): Promise<Answered> =>
  call(url, `PUT /api/admin/users/${of.id}`, { token: by.token, body: names });

export const endSessions = (url: string, { by, of }: Act): Promise<Answered> =>
  call(url, `DELETE /api/admin/users/${of.id}/sessions`, { token: by.token });

export const removeFactors = (url: string, { by, of }: Act): Promise<Answered> =>
  call(url, `DELETE /api/admin/users/${of.id}/second-factors`, { token: by.token });

type Care = "lift-limits" | "force-reset" | "resend-verification";
export const care = (url: string, { by, of }: Act, what: Care): Promise<Answered> =>
  call(url, `POST /api/admin/users/${of.id}/${what}`, { token: by.token });

/** What securing an account can end. */
export const everyPart = {
  password: true,
  sessions: true,
  consents: true,
  apiKeys: true,
  hardwareKeys: true,
  twoFactor: true,
  trustedBrowsers: true,
};
/** Ends everything but the parts that are said to stay. */
export const secure = (url: string, { by, of }: Act, staying: Partial<typeof everyPart> = {}): Promise<Answered> =>
  call(url, `POST /api/admin/users/${of.id}/secure`, { token: by.token, body: { ...everyPart, ...staying } });
export const secureOwn = (url: string, token: string, staying: Partial<typeof everyPart> = {}): Promise<Answered> =>
  call(url, "POST /api/user/secure", { token, body: { ...everyPart, ...staying } });

/** Roles that are not named are taken away. */
export const setRoles = (url: string, { by, of }: Act, roles: object): Promise<Answered> =>
  call(url, `PUT /api/admin/users/${of.id}/roles`, {
    token: by.token,
    body: { isAdmin: false, isDeveloper: false, isPro: false, ...roles },
  });
