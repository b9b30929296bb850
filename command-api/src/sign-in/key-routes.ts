import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerUser } from "../accounts/answer-user.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { authenticationOptions, keySignIn, keySignInBeginning } from "../hardware-keys/schema.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import { rememberedTimes } from "../sessions/start-session.ts";
import { clientOf } from "./client.ts";
import { answerRefusal } from "./refusals.ts";
import { signedIn } from "./schema.ts";
import { beginKeySignIn, type KeySignInDependencies, signInByKey } from "./sign-in-by-key.ts";

/** Binds a challenge for passkeys to the browser that was given it. It reveals nothing about its user. */
const keyCookie = "__Host-key-sign-in";
const keyCookieSeconds = 86_400;

export interface KeySignInServices extends Omit<KeySignInDependencies, "keyAttempts"> {
  commands: Commands;
  rateLimiter: RateLimiter;
}

/** Limit for one network. */
const wrongAnswersAnHour = { limit: 100, seconds: 3600 };

export function keySignInRoutes({ commands, rateLimiter, ...services }: KeySignInServices): CommandRoute[] {
  const keyAttempts = windowPerNetwork(rateLimiter, "hardware key attempts", wrongAnswersAnHour);
  const dependencies = { ...services, keyAttempts };
  const route = commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/auth/webauthn/login-begin",
      summary: "The options for signing in with a passkey, or after the password with a hardware key",
      operationId: "beginKeySignIn",
      description: "Returns the options for signing in with a passkey, or with a key after the password.",
      access: "anyone",
      revokes: false,
      body: keySignInBeginning,
      answers: { 200: authenticationOptions },
      refuses: ["invalid-ticket"],
      async handle({ body: { loginTicket }, context, commandContext }) {
        const beginning = { loginTicket, browser: context.cookies.get(keyCookie) };
        const outcome = await beginKeySignIn(dependencies, beginning, commandContext.now);
        if (isRefused(outcome)) return outcome;
        const cookies = outcome.browser === null ? [] : [hostCookie(keyCookie, outcome.browser, keyCookieSeconds)];
        return { status: 200, body: outcome.options, cookies };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/webauthn/login-complete",
      summary: "Sign in with what the passkey or hardware key answered",
      operationId: "completeKeySignIn",
      description: "Signs in with what the passkey or the key answered.",
      access: "anyone",
      revokes: "sometimes",
      body: keySignIn,
      answers: { 200: signedIn },
      refuses: ["invalid-challenge", "invalid-response", "invalid-ticket", "wrong-key", "erasure-requested"],
      async handle({
        body: { response, loginTicket, rememberMe = false, trustDevice = false },
        context,
        commandContext,
      }) {
        const signingIn = {
          response,
          loginTicket,
          browser: context.cookies.get(keyCookie),
          rememberMe,
          trustDevice,
          client: clientOf(context),
          bearer: context.credential?.value ?? null,
        };
        const outcome = await signInByKey(dependencies, signingIn, commandContext);
        if (isRefused(outcome)) return outcome;
        const { token, position, replacedAt, user, twoFactorEnabled, deviceCookies } = outcome;
        const sessionCookie = sessionCookieFor(token, rememberMe ? rememberedTimes.absoluteSeconds : null);
        return {
          status: 200,
          body: { token, user: answerUser(user, twoFactorEnabled) },
          position: replacedAt ?? position,
          hasRevoked: replacedAt !== null,
          cookies: [sessionCookie, ...deviceCookies],
        };
      },
    }),
  ];
}
