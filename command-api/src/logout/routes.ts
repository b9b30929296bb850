import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { z } from "zod";
import { user } from "../accounts/user.ts";
import { type RequestParameters, requestParameters } from "../authorize/request-parameters.ts";
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
import { type LogoutDependencies, type LogoutRequest, readLogoutRequest } from "./read-logout-request.ts";

interface LogoutServices extends Omit<LogoutDependencies, "issuer"> {
  publicUrl: string;
  commands: Commands;
  keyring: Pick<Keyring, "hmac">;
  now: Clock;
}

const path = "/api/oauth/end_session";
/** The session's cookie is `Lax`, so that a page of another site may open this one. */
const page = { access: "anyone", page: true, write: true, revokes: "in-use-case" } as const;
const answers = { 200: z.string(), 303: z.undefined() };
/** In the form of the page that asks: it shows that the user saw that page. */
const confirmation = "confirmation";

/** Signs a user out at an application's request (OpenID Connect RP-Initiated Logout 1.0). */
export function logoutRoutes(services: LogoutServices): CommandRoute[] {
  const { commandHandler, commands, keyring, publicUrl: issuer, now } = services;
  const dependencies = { ...services, issuer };
  /** Also before the address is verified: such a session can be ended, too. */
  const signedIn = async ({ credential }: RequestContext) =>
    credential && authenticate(commandHandler, credential.value, now());
  const confirmationOf = ({ sessionId }: SignedIn) => keyring.hmac("link key", "logout", sessionId);

  /** Where the browser is once nobody is signed in. */
  const leave = ({ returnTo, ...request }: LogoutRequest) =>
    returnTo === null
      ? ({ status: 200, ...signedOutPage(request) } as const)
      : ({ status: 303, body: undefined, headers: { Location: returnTo } } as const);

  const signOut = async (request: LogoutRequest, { userId, sessionId }: SignedIn, commandContext: CommandContext) => {
    const outcome = await endSession(commandHandler, { sessionId, userId, reason: "signed-out" }, commandContext);
    if (isRefused(outcome)) return { refused: outcome.refused === "not-found" ? "conflict" : outcome.refused } as const;
    await commands.waitForRevocation(outcome.position);
    return { ...leave(request), ...outcome, cookies: [endedSessionCookie()] };
  };

  const ask = async (request: LogoutRequest, principal: SignedIn, { single }: RequestParameters) => {
    const { state } = await commandHandler.load(user, userStream(principal.userId));
    const account = state.status === "registered" ? state : { username: null, email: null };
    // A wrong request is not read again: confirmed or not, it leads nowhere.
    const asked = request.fault === null ? Object.fromEntries(single) : {};
    const fields = { ...asked, [confirmation]: confirmationOf(principal) };
    const isOther = request.hint !== null && request.hint.userId !== principal.userId;
    return { status: 200, ...askPage({ request, account, isOther, fields, action: path }) } as const;
  };

  const route = commands.routes(answerSharedRefusal);
  return [
    route({
      ...page,
      method: "get",
      path,
      summary: "Sign a user out at an application's request (OpenID Connect RP-Initiated Logout 1.0)",
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      answers,
      async handle({ query, context, commandContext }) {
        const refusal = requireNavigation(context, { frameAllowed: false });
        if (refusal) return refusal;
        const parameters = requestParameters(query, { inFrame: false });
        const request = await readLogoutRequest(dependencies, parameters);
        const principal = await signedIn(context);
        if (principal === null) return leave(request);
        const isNamed = request.hint?.userId === principal.userId;
        return isNamed
          ? signOut(request, principal, sentBy(commandContext, principal))
          : ask(request, principal, parameters);
      },
    }),
    route({
      ...page,
      method: "post",
      path,
      summary: "The same with a form, and the user's own confirmation",
      forms: true,
      body: z.record(z.string(), z.string()).optional(),
      answers,
      async handle({ body: { [confirmation]: confirmed, ...sent } = {}, context, commandContext }) {
        const principal = await signedIn(context);
        // An application's form comes without the cookie; it does where this leads.
        if (confirmed === undefined || principal === null) {
          return {
            status: 303,
            body: undefined,
            headers: { Location: `${issuer}${path}?${new URLSearchParams(sent)}` },
          };
        }
        const parameters = requestParameters(sent, { inFrame: false });
        const request = await readLogoutRequest(dependencies, parameters);
        return isEqualInConstantTime(confirmed, confirmationOf(principal))
          ? signOut(request, principal, sentBy(commandContext, principal))
          : ask(request, principal, parameters);
      },
    }),
  ];
}
