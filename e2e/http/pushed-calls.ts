import type { RegisteredApplication } from "./applications.ts";
import { answerIn, queryOf, requestOf, type Visitor } from "./authorizations.ts";
import type { Answered } from "./client.ts";
import { postForm } from "./token-calls.ts";

type Sent = Parameters<typeof queryOf>[0];

/** Pushes a request, as an application's server does. */
export const push = (
  url: string,
  sent: Sent,
  {
    basic,
  }: {
    basic?: Pick<RegisteredApplication, "id" | "clientSecret"> | { clientId: string; clientSecret: string | null };
  } = {},
): Promise<Answered> => {
  const credentials = basic && ("id" in basic ? { clientId: basic.id, clientSecret: basic.clientSecret } : basic);
  return postForm(
    `${url}/api/oauth/par`,
    [...new URLSearchParams(queryOf(sent))],
    credentials && { basic: credentials },
  );
};

/** The `request_uri` of a request that was pushed. */
export async function pushed(url: string, application: RegisteredApplication, said: Sent = {}): Promise<string> {
  const { id, clientSecret } = application;
  const answer = await push(url, requestOf(application, { client_secret: clientSecret, ...said }), {});
  if (answer.status !== 201) throw new Error(`pushing for ${id} answered ${JSON.stringify(answer.body)}`);
  return answer.body.request_uri;
}

type Named = Pick<RegisteredApplication, "id">;

/** Opens a pushed request in a browser. */
export const openPushed = (visitor: Visitor, requestUri: string, { id }: Named): Promise<Answered> =>
  visitor.authorize({ client_id: id, request_uri: requestUri });

/** Presses Authorize on the consent screen, which knows the request by what the service says of it. */
export async function consentToPushed(visitor: Visitor, requestUri: string, { id }: Named): Promise<Answered> {
  const { body } = await visitor.info({ client_id: id, request_uri: requestUri });
  return visitor.consent({ client_id: id, redirect_uri: body.redirectUri, scope: body.scope, state: body.state });
}

/** The status, and the parameters of the answer that the redirect carries. */
export const answerTo = ({ status, headers }: Answered) => [status, answerIn(headers.get("location"))];
