import type { Answered } from "./client.ts";
import { call } from "./client.ts";
import type { Admin } from "./joining-calls.ts";

export const makeInitialToken = (url: string, { token }: Admin, body: object = {}): Promise<Answered> =>
  call(url, "POST /api/admin/initial-access-tokens", { token, body: { label: "Build server", ...body } });

export const revokeInitialToken = (url: string, { token }: Admin, { initialAccessToken }: Answered["body"]) =>
  call(url, `DELETE /api/admin/initial-access-tokens/${initialAccessToken.id}`, { token });

/** An initial access token of this admin, in clear. */
export const givenInitialToken = async (url: string, admin: Admin, body: object = {}): Promise<string> => {
  const made = await makeInitialToken(url, admin, body);
  if (made.status !== 201) throw new Error(`it answered ${made.status}: ${JSON.stringify(made.body)}`);
  return made.body.initialAccessToken.token;
};

export const registerClient = (url: string, token: string | undefined, body: object): Promise<Answered> =>
  call(url, "POST /api/oauth/register", { ...(token && { token }), body });

/** By its registration access token, unless another one is given. `said`: the body of a change. */
export const manageClient = (
  method: "GET" | "PUT" | "DELETE",
  url: string,
  client: { body: Answered["body"]; token?: string; said?: object },
): Promise<Answered> => {
  const { body, said, token = body.registration_access_token } = client;
  return call(url, `${method} /api/oauth/register/${body.client_id}`, { token, ...(said && { body: said }) });
};
