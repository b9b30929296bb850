import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { sendingPage } from "@attestory/http/routing/html-page.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { z } from "zod";
import { user } from "../accounts/user.ts";
import { type RequestParameters, requestParameters, sentInForm, sentInQuery } from "../authorize/request-parameters.ts";
import { requireNavigation } from "../authorize/require-navigation.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { sentBy } from "../handling/command-principal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { endSession } from "../sessions/end-session.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";
import { askPage, signedOutPage } from "./logout-pages.ts";
import {
  type LogoutDependencies,
  type LogoutRequest,
  parametersOfLogout,
  readLogoutRequest,
} from "./read-logout-request.ts";

interface LogoutServices extends Omit<LogoutDependencies, "issuer"> {
  publicUrl: string;
  commands: Commands;
  keyring: Pick<Keyring, "hmac">;
  rateLimiter: RateLimiter;
  now: Clock;
}

const path = "/api/oauth/end_session";
/** The session's cookie is `Lax`, so that a page of another site may open this one. */
const page = { access: "anyone", page: "Sign-out", write: true, revokes: "in-use-case" } as const;
const answers = { 200: z.string(), 303: z.undefined() };
/** In the form of the page that asks: it shows that the user saw that page. */
const confirmation = "confirmation";
/** In a form that a page of ours sends: the browser adds the cookie if it has one. */
const ownForm = "own_form";

/** Signs a user out at an application's request (OpenID Connect RP-Initiated Logout 1.0). */
export function logoutRoutes(services: LogoutServices): CommandRoute[] {
  const { commandHandler, commands, keyring, publicUrl: issuer, rateLimiter, now } = services;
  const dependencies = { ...services, issuer };
  const perMinute = rateLimiter.window("questions before a sign-out a minute", 120, 60);
  /** Also before the address is verified: such a session can be ended, too. */
  const signedIn = async ({ credential }: RequestContext) =>
    credential && authenticate(commandHandler, credential.value, now());
  const confirmationOf = ({ sessionId }: SignedIn) => keyring.hmac("link key", "logout", sessionId);

  /** Where the browser is once nobody is signed in. */
  const leave = (request: LogoutRequest, { justNow }: { justNow: boolean }) =>
    request.returnTo === null
      ? ({ status: 200, ...signedOutPage(request, { justNow }) } as const)
      : ({ status: 303, body: undefined, headers: { Location: request.returnTo } } as const);

  const signOut = async (request: LogoutRequest, { userId, sessionId }: SignedIn, commandContext: CommandContext) => {
    const left = { ...leave(request, { justNow: true }), cookies: [endedSessionCookie()] };
    const outcome = await endSession(commandHandler, { sessionId, userId, reason: "signed-out" }, commandContext);
    // Not found: it ended at the same moment.
    if (isRefused(outcome)) return outcome.refused === "not-found" ? left : ({ refused: outcome.refused } as const);
    await commands.waitForRevocation(outcome.position);
    return { ...left, ...outcome };
  };

  const ask = async (request: LogoutRequest, principal: SignedIn, { single }: RequestParameters) => {
    const consumption = await perMinute.consume(principal.userId);
    if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption } as const;
    const { state } = await commandHandler.load(user, userStream(principal.userId));
    const account = state.status === "registered" ? state : { username: null, email: null };
    // Of a wrong request, only who asks is read again: confirmed or not, it leads nowhere.
    const fields = request.fault === null ? known(single) : clientOf(request);
    const isOther = request.hint !== null && request.hint.userId !== principal.userId;
    const question = { request, account, isOther, fields: { ...fields, [confirmation]: confirmationOf(principal) } };
    return { status: 200, ...askPage({ ...question, action: path }) } as const;
  };

  const answer = async (parameters: RequestParameters, context: RequestContext, commandContext: CommandContext) => {
    const request = await readLogoutRequest(dependencies, parameters);
    const principal = await signedIn(context);
    if (principal === null) return leave(request, { justNow: false });
    const confirmed = parameters.single.get(confirmation) ?? "";
    return isNamed(request, principal) || isEqualInConstantTime(confirmed, confirmationOf(principal))
      ? signOut(request, principal, sentBy(commandContext, principal))
      : ask(request, principal, parameters);
  };

  const route = commands.routes(answerSharedRefusal);
  return [
    route({
      ...page,
      method: "get",
      path,
      summary: "Sign a user out at an application's request (OpenID Connect RP-Initiated Logout 1.0)",
      query: sentInQuery,
      answers,
      handle: async ({ query, context, commandContext }) =>
        requireNavigation(context, { frameAllowed: false }) ??
        answer(requestParameters(query, { inFrame: false }), context, commandContext),
    }),
    route({
      ...page,
      method: "post",
      path,
      summary: "The same with a form, and the user's own confirmation",
      forms: true,
      body: sentInForm,
      answers,
      async handle({ body: sent = {}, context, commandContext }) {
        const refusal = requireNavigation(context, { frameAllowed: false });
        if (refusal) return refusal;
        const parameters = requestParameters(sent, { inFrame: false });
        if (context.credential || parameters.single.has(ownForm)) return answer(parameters, context, commandContext);
        // From another site, a browser sends a form without the cookie. A redirect would bring the ID token into an address.
        const fields = Object.entries({ ...known(parameters.single), [ownForm]: "yes" });
        return { status: 200, ...sendingPage(path, fields, "You are being signed out.") };
      },
    }),
  ];
}

/** A hint to an earlier session of the same user leaves in doubt who is meant. */
const isNamed = ({ fault, hint }: LogoutRequest, { userId, sessionId }: SignedIn): boolean =>
  fault === null && hint?.userId === userId && hint.sessionId === sessionId;

const known = (single: RequestParameters["single"]): Record<string, string> =>
  Object.fromEntries([...single].filter(([name]) => parametersOfLogout.includes(name)));

const clientOf = ({ application }: LogoutRequest): Record<string, string> =>
  application === null ? {} : { client_id: clientIdOf(application.applicationId, application) };
