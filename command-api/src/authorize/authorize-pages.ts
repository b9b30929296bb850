import type { Position } from "@attestory/events/envelope.ts";
import { endCookie } from "@attestory/http/parsing/cookies.ts";
import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { z } from "zod";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { answerClient, type ClientAnswer } from "./answer-client.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { answerRefusal, faultOnPage } from "./authorize-refusals.ts";
import { type Begun, beginAuthorization } from "./begin-authorization.ts";
import { denyRequest, grantedAnswer } from "./leave-request.ts";
import { requestParameters } from "./request-parameters.ts";
import { isInFrame, requireNavigation } from "./require-navigation.ts";
import { forgetSeen, rememberSeen, seenCookie, seenSignedOut } from "./seen-signed-out.ts";

/** The session's cookie is `Lax`, so that a page of another site may open these. */
const page = { access: "anyone", page: true, write: true } as const;
const path = "/oauth/authorize";
const sent = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const pages = { 200: z.string().optional(), 303: z.undefined() };
const namedRequest = z.object({ request: z.uuid("This address is not complete") });

const signedOut = problem(
  400,
  "no_pending_request",
  "Nobody is signed in here any more. Start again at the application.",
);

export function authorizePages(commands: Commands, dependencies: AuthorizeDependencies): CommandRoute[] {
  const { keyring, issuer, rateLimiter } = dependencies;
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  const perMinute = rateLimiter.window("authorizations of an account a minute", 120, 60);

  const leadBack = (answer: ClientAnswer, position: Position | null, cookies: string[] = []) => {
    const answered = answerClient(answer, issuer);
    if (position === null) return { ...answered, cookies };
    const mark = commands.positionMark(position, cookies);
    return { ...answered, headers: { ...mark.headers, ...answered.headers }, cookies: mark.cookies };
  };

  /** The user of the browser. A page of another site may open this one, so that the user's own writes are no limit. */
  const identify = async (context: RequestContext): Promise<SignedIn | null | ProblemAnswer> => {
    const principal = await dependencies.signedIn(context);
    if (principal === null) return null;
    const consumption = await perMinute.consume(principal.userId);
    return "waitSeconds" in consumption
      ? answerSharedRefusal({ refused: "too-many-attempts", ...consumption })
      : principal;
  };

  const answerBegun = (begun: Begun, remember: () => string) => {
    switch (begun.kind) {
      case "fault":
        return faultOnPage(begun);
      case "answer":
        return leadBack(begun.answer, begun.position, "code" in begun.answer.parameters ? [forgetSeen()] : []);
      case "sign-in":
        return { status: 200, body: undefined, webApp: true, cookies: [remember()] } as const;
      case "ask":
        return { status: 200, body: undefined, webApp: true, ...commands.positionMark(begun.position) } as const;
    }
  };

  return [
    route({
      ...page,
      method: "get",
      path,
      summary: "Ask a user to let an application sign them in (RFC 6749 section 3.1)",
      query: sent,
      answers: pages,
      async handle({ query, context }) {
        const refusal = requireNavigation(context, { frameAllowed: query.prompt === "none" });
        if (refusal) return refusal;
        const principal = await identify(context);
        if (principal && "problem" in principal) return principal;
        const commandContext = commands.commandContext({ method: "get", path }, context, principal);
        const { now } = commandContext;
        const cookie = context.cookies.get(seenCookie);
        const seen = seenSignedOut(query, cookie, { now, hmac });
        const beginning = {
          parameters: requestParameters(query, { inFrame: isInFrame(context) }),
          principal,
          askedAt: seen ?? now,
        };
        const begun = await beginAuthorization(dependencies, beginning, commandContext);
        if (isRefused(begun)) return answerRefusal(begun);
        return answerBegun(begun, () => rememberSeen(query, seen ? undefined : cookie, { now: seen ?? now, hmac }));
      },
    }),
    route({
      ...page,
      method: "post",
      path,
      summary: "The same with a form (OpenID Connect Core section 3.1.2.1)",
      forms: true,
      body: z.record(z.string(), z.string()).optional(),
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
      async handle({ query, context }) {
        const principal = await identify(context);
        if (principal === null) return signedOut;
        if ("problem" in principal) return principal;
        const commandContext = commands.commandContext({ method: "get", path: "/oauth/deny" }, context, principal);
        const leaving = { principal, authorizationId: query.request };
        const outcome = await denyRequest(dependencies, leaving, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return leadBack(outcome.answer, outcome.position, [endCookie(seenCookie)]);
      },
    }),
    route({
      ...page,
      method: "get",
      path: "/oauth/answer",
      summary: "Take a code to its application by a form",
      query: namedRequest,
      answers: pages,
      async handle({ query, context }) {
        const refusal = requireNavigation(context, { frameAllowed: false });
        if (refusal) return refusal;
        const principal = await identify(context);
        if (principal === null) return signedOut;
        if ("problem" in principal) return principal;
        const { now } = commands.commandContext({ method: "get", path: "/oauth/answer" }, context, principal);
        const answer = await grantedAnswer(dependencies, { principal, authorizationId: query.request }, now);
        return isRefused(answer) ? answerRefusal(answer) : leadBack(answer, null);
      },
    }),
  ];
}
