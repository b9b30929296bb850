import { problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { z } from "zod";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { sentBy } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { answerClient } from "./answer-client.ts";
import type { AnswerReason } from "./answer-request.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { answerRefusal, faultOnPage } from "./authorize-refusals.ts";
import { type Begun, beginAuthorization } from "./begin-authorization.ts";
import { denyRequest, grantedAnswer } from "./leave-request.ts";
import { requestParameters, sentInForm, sentInQuery } from "./request-parameters.ts";
import { isInFrame, requireNavigation } from "./require-navigation.ts";
import { forgetSeen, rememberSeen, seenCookie, seenSignedOut } from "./seen-signed-out.ts";

/** The session's cookie is `Lax`, so that a page of another site may open these. */
const page = { access: "anyone", page: "Authorization", write: true, revokes: false } as const;
const path = "/oauth/authorize";
const pages = { 200: z.string().optional(), 303: z.undefined() };
const namedRequest = z.object({ request: z.uuid("This address is not complete") });

type Sent = Readonly<Record<string, string | string[]>>;

/** A frame is answered only without a question. Of a request by reference, that is known once it is read. */
const isSilent = ({ prompt, request, request_uri: uri }: Sent): boolean =>
  prompt === "none" || request !== undefined || uri !== undefined;

const searchOf = (sent: Sent): URLSearchParams =>
  new URLSearchParams(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** More may be too long a header for the proxy before the service. */
const longestLocation = 3000;

/**
 * Where a request by reference leads whose address does not say that it asks for a new account, or which address it expects. Null if the web
 * app knows what it needs.
 */
function signInAddress({ isNewAccount, hint }: { isNewAccount: boolean; hint: string | null }, sent: Sent) {
  if (isNewAccount) return sent.prompt === undefined ? addressOf("/register", sent) : null;
  // The web app takes nothing else for an address.
  if (hint === null || !/^[^\s@]+@[^\s@]+$/.test(hint)) return null;
  const address = `${addressOf("/login", sent)}&login_hint=${encodeURIComponent(hint)}`;
  return address.length > longestLocation ? null : address;
}

const addressOf = (screen: string, sent: Sent) =>
  `${screen}?redirect=${encodeURIComponent(`${path}?${searchOf(sent)}`)}`;

/** The web app asks who it is. */
function answerSignIn(begun: { isNewAccount: boolean; hint: string | null }, sent: Sent, cookie: string) {
  const address = signInAddress(begun, sent);
  return address === null
    ? ({ status: 200, body: undefined, webApp: true, cookies: [cookie] } as const)
    : ({ status: 303, body: undefined, headers: { Location: address }, cookies: [cookie] } as const);
}

const signedOut = problem(
  400,
  "no_pending_request",
  "Nobody is signed in here any more. Start again at the application.",
);

export function authorizePages(dependencies: AuthorizeDependencies): CommandRoute[] {
  const { keyring, issuer, rateLimiter } = dependencies;
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  const perMinute = rateLimiter.window("authorizations of an account a minute", 120, 60);

  /** The user of the browser. A page of another site may open this one, so that the user's own writes are no limit. */
  const identify = async (context: RequestContext): Promise<SignedIn | null | TooManyAttempts> => {
    const principal = await dependencies.signedIn(context);
    if (principal === null) return null;
    const consumption = await perMinute.consume(principal.userId);
    return "waitSeconds" in consumption ? { refused: "too-many-attempts", ...consumption } : principal;
  };

  const answerBegun = (begun: Begun, sent: Sent, remember: () => string) => {
    switch (begun.kind) {
      case "fault":
        return faultOnPage(begun);
      case "answer":
        return {
          ...answerClient(begun.answer, issuer),
          position: begun.position,
          cookies: "code" in begun.answer.parameters ? [forgetSeen()] : [],
        };
      case "sign-in":
        return answerSignIn(begun, sent, remember());
      case "ask": {
        // The address may expire before its user has signed in as somebody else, and a reload asks for no second sign-in.
        const cookies = begun.isByReference || begun.asksForSignIn ? [remember()] : [];
        return { status: 200, body: undefined, webApp: true, position: begun.position, cookies } as const;
      }
    }
  };

  const route = dependencies.commands.routes(answerRefusal);
  return [
    route({
      ...page,
      method: "get",
      path,
      summary: "Ask a user to let an application sign them in (RFC 6749 section 3.1)",
      query: sentInQuery,
      answers: pages,
      refuses: among<AnswerReason>("not-pending"),
      async handle({ query, context, commandContext }) {
        const refusal = requireNavigation(context, { frameAllowed: isSilent(query) });
        if (refusal) return refusal;
        const principal = await identify(context);
        if (principal && "refused" in principal) return principal;
        const { now } = commandContext;
        const cookie = context.cookies.get(seenCookie);
        const seen = seenSignedOut(query, cookie, { now, hmac });
        const beginning = {
          parameters: requestParameters(query, { inFrame: isInFrame(context) }),
          principal,
          askedAt: seen ?? now,
        };
        const begun = await beginAuthorization(dependencies, beginning, sentBy(commandContext, principal));
        if (isRefused(begun)) return begun;
        const remembered = () => rememberSeen(query, cookie, { seenAt: seen ?? now, now, hmac });
        return answerBegun(begun, query, remembered);
      },
    }),
    route({
      ...page,
      method: "post",
      path,
      summary: "The same with a form (OpenID Connect Core section 3.1.2.1)",
      forms: true,
      body: sentInForm,
      answers: pages,
      // No browser sends the cookie here, from another site: it does where this leads.
      handle: async ({ body = {} }) => ({
        status: 303,
        headers: { Location: `${issuer}${path}?${new URLSearchParams(body)}` },
      }),
    }),
    route({
      ...page,
      method: "get",
      path: "/oauth/deny",
      summary: "Refuse a request, and lead back to its application",
      query: namedRequest,
      answers: pages,
      refuses: among<AnswerReason>("not-pending", "application-gone"),
      async handle({ query, context, commandContext }) {
        const principal = await identify(context);
        if (principal === null) return signedOut;
        if ("refused" in principal) return principal;
        const leaving = { principal, authorizationId: query.request };
        const outcome = await denyRequest(dependencies, leaving, sentBy(commandContext, principal));
        if (isRefused(outcome)) return outcome;
        const { answer, position } = outcome;
        return { ...answerClient(answer, issuer), position, cookies: [forgetSeen()] };
      },
    }),
    route({
      ...page,
      method: "get",
      path: "/oauth/answer",
      summary: "Take a code to its application by a form",
      query: namedRequest,
      answers: pages,
      refuses: ["not-pending"],
      async handle({ query, context, commandContext }) {
        const refusal = requireNavigation(context, { frameAllowed: false });
        if (refusal) return refusal;
        const principal = await identify(context);
        if (principal === null) return signedOut;
        if ("refused" in principal) return principal;
        const leaving = { principal, authorizationId: query.request };
        const answer = await grantedAnswer(dependencies, leaving, commandContext.now);
        return isRefused(answer) ? answer : answerClient(answer, issuer);
      },
    }),
  ];
}
