import type { SignUpMode } from "@attestory/command-api/joining/schema.ts";
import type { InProcess } from "../start-in-process.ts";
import { type Answered, call, newPerson, type Person } from "./client.ts";
import { knowingAll } from "./stored-log.ts";

export interface Admin {
  token: string;
}

type Policy = SignUpMode | { mode: SignUpMode; domains: readonly string[] | undefined };

export const setPolicy = (url: string, { token }: Admin, policy: Policy): Promise<Answered> => {
  const body = typeof policy === "string" ? { mode: policy } : policy;
  return call(url, "PUT /api/admin/sign-up-policy", { token, body });
};

export const invite = (url: string, { token }: Admin, body: object = {}): Promise<Answered> =>
  call(url, "POST /api/admin/invitations", { token, body });

export const revoke = (url: string, { token }: Admin, id: string): Promise<Answered> =>
  call(url, `DELETE /api/admin/invitations/${id}`, { token });

export interface Given {
  id: string;
  url: string;
  /** The token of the link. */
  invitation: string;
}

export const tokenOf = (link: string): string => new URL(link).searchParams.get("invitation") ?? "";

/** A new invitation; by default for one use within seven days, without roles. */
export async function givenInvitation(url: string, admin: Admin, body: object = {}): Promise<Given> {
  const made = await invite(url, admin, body);
  if (made.status !== 201) throw new Error(`invitations answered ${made.status}: ${JSON.stringify(made.body)}`);
  const { id, url: link } = made.body.invitation;
  return { id, url: link, invitation: tokenOf(link) };
}

/** Tries to register; `invitation` is left out unless it is given. */
export const join = (url: string, said: Partial<Person> & { invitation?: string } = {}): Promise<Answered> => {
  const { invitation, ...person } = said;
  return call(url, "POST /api/auth/register", { body: { ...newPerson(person), ...(invitation && { invitation }) } });
};

/** The status of an answer, its code, and the names of the fields that it is about. */
export const outcome = ({ status, body }: Answered): unknown[] => [
  status,
  body.code ?? null,
  ...Object.keys(body.fields ?? {}),
];

/** The invitations as an admin sees them, newest first. */
export async function listedInvitations(product: Pick<InProcess, "url">, { token }: Admin, query = "") {
  const headers = await knowingAll(product);
  const { status, body } = await call(product.url, `GET /api/admin/invitations${query}`, { token, headers });
  if (status !== 200) throw new Error(`invitations answered ${status}: ${JSON.stringify(body)}`);
  return body as { invitations: Record<string, unknown>[]; nextCursor: string | null };
}
