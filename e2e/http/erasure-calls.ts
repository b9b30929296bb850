import { givenAdmin } from "./admin-revocations.ts";
import { type Answered, call, givenSignedInUser } from "./client.ts";
import type { Revocation } from "./revocation.ts";

export const askForErasure = (url: string, { token }: { token: string }): Promise<Answered> =>
  call(url, "DELETE /api/user", { token });
export const keepAccount = (url: string, token: string): Promise<Answered> =>
  call(url, "POST /api/user/erasure/cancel", { body: { token } });
export const endGrace = (url: string, erasureTicket: string): Promise<Answered> =>
  call(url, "POST /api/user/erasure/now", { body: { erasureTicket } });

/** The answers to the calls by which owners delete and keep their accounts. */
export async function erasureWrites(url: string): Promise<[route: string, answer: Answered][]> {
  const [kept, erased] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const asked = await askForErasure(url, kept);
  const { body } = await askForErasure(url, erased);
  return [
    ["DELETE /api/user", asked],
    ["POST /api/user/erasure/cancel", await keepAccount(url, asked.body.erasureTicket)],
    ["POST /api/user/erasure/now", await endGrace(url, body.erasureTicket)],
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
      const { body } = await askForErasure(url, await givenSignedInUser(url));
      return () => endGrace(url, body.erasureTicket);
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
