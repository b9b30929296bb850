import { givenAdmin } from "./admin-revocations.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import type { Revocation } from "./revocation.ts";

export const askForErasure = (url: string, { token }: { token: string }): Promise<Answered> =>
  call(url, "DELETE /api/user", { token });
export const keepAccount = (url: string, token: string): Promise<Answered> =>
  call(url, "POST /api/user/erasure/cancel", { body: { token } });
export const endGrace = (url: string, erasureTicket: string): Promise<Answered> =>
  call(url, "POST /api/user/erasure/now", { body: { erasureTicket } });
/** What a sign-in to an account that is to be erased is answered. */
export const ticketOf = async (url: string, { email, password }: Pick<Person, "email" | "password">): Promise<string> =>
  (await call(url, "POST /api/auth/login", { body: { email, password } })).body.erasureTicket;

/** The answers to the calls by which owners delete and keep their accounts. */
export async function erasureWrites(url: string): Promise<[route: string, answer: Answered][]> {
  const [kept, erased] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const asked = await askForErasure(url, kept);
  await askForErasure(url, erased);
  return [
    ["DELETE /api/user", asked],
    ["POST /api/user/erasure/cancel", await keepAccount(url, asked.body.keepToken)],
    ["POST /api/user/erasure/now", await endGrace(url, await ticketOf(url, erased))],
  ];
}

/** Everything of an account ends. */
export const erasureRevocations: readonly Revocation[] = [
  {
    route: "DELETE /api/user",
    what: "an account that is shut",
    async prepare({ url }) {
      const owner = await givenSignedInUser(url);
      return () => askForErasure(url, owner);
    },
  },
  {
    route: "POST /api/user/erasure/now",
    what: "an account that its owner erases",
    async prepare({ url }) {
      const owner = await givenSignedInUser(url);
      await askForErasure(url, owner);
      const ticket = await ticketOf(url, owner);
      return () => endGrace(url, ticket);
    },
  },
  {
    route: "DELETE /api/admin/users/{id}",
    what: "an account that an admin erases",
    async prepare(product) {
      const [{ token }, { id }] = [await givenAdmin(product), await givenSignedInUser(product.url)];
      return () => call(product.url, `DELETE /api/admin/users/${id}`, { token });
    },
  },
];
