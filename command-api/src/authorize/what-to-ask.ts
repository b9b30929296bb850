import { type AskedConsent, type Consent, covers } from "../consents/consent.ts";
import type { AcrStanding } from "./asked-strength.ts";
import type { AuthorizationRequest } from "./check-request.ts";
import type { AuthorizationError } from "./request-rules.ts";

/** What a request says about how long ago its user may have proved who they are (OpenID Connect Core section 3.1.2.1). */
export interface LoginRule {
  /** By `prompt=login`: they must do so after the request came. */
  readonly loginRequired: boolean;
  readonly maxAge: number | null;
  /** When the request came first: a login after this moment is an answer to it. */
  readonly askedAt: Date;
}

export function isLoginNeeded(
  { loginRequired, maxAge, askedAt }: LoginRule,
  authenticatedAt: Date,
  now: Date,
): boolean {
  if (authenticatedAt >= askedAt) return false;
  const ageSeconds = (now.getTime() - authenticatedAt.getTime()) / 1000;
  return loginRequired || (maxAge !== null && ageSeconds > maxAge);
}

/** What is known when a request comes. */
export interface Situation {
  readonly request: Pick<AuthorizationRequest, "prompts" | "maxAge">;
  /** What the user has to allow. */
  readonly asked: AskedConsent;
  readonly acr: AcrStanding;
  /** It asks for no consent. */
  readonly trusted: boolean;
  /** The last full authentication. Null: nobody is signed in. */
  readonly session: { readonly authenticatedAt: Date } | null;
  /** The application expects another user (`id_token_hint`, or `sub` of `claims`). */
  readonly isAnother: boolean;
  readonly consent: Consent;
  /** Consents from before no longer count. Null: all count. */
  readonly consentsCountFrom: Date | null;
  /** The answer goes to an application on the user's device, and another one there could take its place (RFC 8252 section 8.6). */
  readonly isOnDevice: boolean;
  readonly askedAt: Date;
  readonly now: Date;
}

/** `finish`: a code without a question. `ask`: the user answers on the consent screen. */
export type NextStep = "finish" | "ask" | "sign-in" | AuthorizationError;

const mustSignIn: AuthorizationError = { error: "login_required", description: "The user must sign in" };
/** OpenID Connect Core Error Code unmet_authentication_requirements, section 2. */
export const unmet: AuthorizationError = {
  error: "unmet_authentication_requirements",
  description: "The account has no way to authenticate as the acr that is essential",
};
const mustConsent: AuthorizationError = { error: "consent_required", description: "The user must consent" };

const isConsentNeeded = (situation: Situation): boolean => {
  const { prompts } = situation.request;
  const asks = prompts.has("consent") || prompts.has("select_account") || isNewAccountWanted(situation);
  return situation.isAnother || asks || !isAllowed(situation);
};

/** Whoever was signed in before a request for a new account came may not be who it is for: the consent screen offers to change. */
const isNewAccountWanted = ({ request, session, askedAt }: Situation): boolean =>
  request.prompts.has("create") && session !== null && session.authenticatedAt < askedAt;

const isAllowed = ({ asked, trusted, isOnDevice, consent, consentsCountFrom }: Situation): boolean =>
  trusted || (!isOnDevice && covers(consent, asked, consentsCountFrom));

const isSignInNeeded = ({ request, session, askedAt, now }: Situation): boolean => {
  const rule = { loginRequired: request.prompts.has("login"), maxAge: request.maxAge, askedAt };
  return session === null || isLoginNeeded(rule, session.authenticatedAt, now);
};

/** OpenID Connect Core sections 3.1.2.3 and 3.1.2.4. */
export function nextStep(situation: Situation): NextStep {
  if (situation.acr === "unmet") return unmet;
  if (situation.request.prompts.has("none")) return silentStep(situation);
  if (situation.session === null) return "sign-in";
  const isStrengthAsked = situation.acr === "required" || situation.acr === "wanted";
  return isStrengthAsked || isSignInNeeded(situation) || isConsentNeeded(situation) ? "ask" : "finish";
}

function silentStep(situation: Situation): NextStep {
  // A dialog could ask for what is missing.
  if (isSignInNeeded(situation) || situation.isAnother || situation.acr === "required") return mustSignIn;
  return isConsentNeeded(situation) ? mustConsent : "finish";
}
