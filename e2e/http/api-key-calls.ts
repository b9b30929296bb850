import { userStream } from "@attestory/events/envelope.ts";
import type { InProcess } from "../start-in-process.ts";
import { type Answered, call, untilReadable } from "./client.ts";
import { knowingAll } from "./stored-log.ts";

type Product = Pick<InProcess, "url" | "happened">;
export type Roles = { isAdmin?: boolean; isDeveloper?: boolean; isPro?: boolean };

export const becomes = (product: Product, userId: string, roles: Roles) =>
  product.happened(userStream(userId), {
    type: "RolesChanged",
    data: { userId, isAdmin: false, isDeveloper: false, isPro: false, ...roles },
  });

export interface GivenKey {
  id: string;
  keyValue: string;
  keyPrefix: string;
}

export const createKey = (url: string, { token }: { token: string }, body: unknown): Promise<Answered> =>
  call(url, "POST /api/developer/api-keys", { token, body });

/** Creates a key. Its owner becomes Pro, unless other roles are given. */
export async function givenApiKey(
  product: Product,
  owner: { id: string; token: string },
  { roles = { isPro: true }, ...asked }: { roles?: Roles; name?: string; scopes?: string[]; expiresAt?: string } = {},
): Promise<GivenKey> {
  await becomes(product, owner.id, roles);
  const created = await createKey(product.url, owner, { name: "Nightly report", ...asked });
  const { status, body } = created;
  if (status !== 201) throw new Error(`api-keys answered ${status}: ${JSON.stringify(body)}`);
  await untilReadable(product.url, owner, created);
  return body.apiKey;
}

/** The keys of a user, as the list shows them. */
export async function listedKeys(url: string, { token }: { token: string }): Promise<Record<string, unknown>[]> {
  const headers = await knowingAll({ url });
  const { status, body } = await call(url, "GET /api/developer/api-keys", { token, headers });
  if (status !== 200) throw new Error(`api-keys answered ${status}: ${JSON.stringify(body)}`);
  return body.apiKeys;
}
