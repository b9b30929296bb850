import { inOAuthForm } from "../routing/oauth-error.ts";
import type { Access } from "../routing/principal.ts";
import type { ProblemAnswer } from "../routing/problem.ts";
import type { Route } from "../routing/route.ts";
import type { Json } from "./json.ts";

interface Refusal {
  name: string;
  description: string;
  /** As the service words it. */
  example?: { message: string; code: string };
}

const refusals = {
  400: {
    name: "Invalid",
    description: "What was sent does not fit",
    example: { message: "Invalid email address", code: "invalid_fields" },
  },
  401: {
    name: "NotSignedIn",
    description: "The credential does not sign you in",
    example: { message: "Please sign in to continue", code: "not_signed_in" },
  },
  403: {
    name: "Forbidden",
    description: "Not allowed",
    example: { message: "Your account may not do this", code: "forbidden" },
  },
  404: {
    name: "NotFound",
    description: "Not found",
    example: { message: "There is nothing at this address", code: "not_found" },
  },
  413: {
    name: "TooLarge",
    description: "Too large",
    example: { message: "This is too large: send at most 100 kB", code: "body_too_large" },
  },
  415: {
    name: "NotJson",
    description: "Not application/json",
    example: { message: "Send the body as application/json", code: "unsupported_media_type" },
  },
} satisfies Record<number, Refusal>;
type Status = keyof typeof refusals;

const forbidden = refusals[403];
/** Whom a call refuses by the role that it asks for. */
const roleOf: Partial<Record<Access, { name: string; description: string }>> = {
  developer: { name: "DevelopersOnly", description: "`forbidden`: developer access is not enabled" },
  pro: { name: "ProOnly", description: "`forbidden`: the account is neither Pro nor an admin's" },
  admin: {
    name: "AdminsOnly",
    description: "`forbidden`: not an admin. `second_factor_required`: set up a second factor first",
  },
};

const stepUpText = "`reauthentication_required`: confirm first with POST /api/auth/step-up";
const reauthentication = { message: "Please confirm that it is you", code: "reauthentication_required" };

/** The same, of a call that asks for a recent authentication. */
const withStepUp = ({ name, description }: Refusal): Refusal => ({
  name: `${name}OrStepUp`,
  description: `${description}. ${stepUpText}`,
  example: reauthentication,
});

const forbiddenTo = ({ access, stepUp }: Pick<Route, "access" | "stepUp">): Refusal => {
  const refusal = { ...forbidden, ...roleOf[access] };
  return stepUp ? withStepUp(refusal) : refusal;
};

const other: Refusal = {
  name: "Refused",
  description:
    "Refused. 409 `conflict`: another change came first. 409 `idempotency_key_reused`. 429: too often. 503: a part of the service does not answer, or is busy. Both say in `Retry-After` when to try again",
};

const statusesOf = (route: Route): Status[] => [
  ...(route.body || route.query ? [400 as const] : []),
  ...(route.access === "anyone" ? [] : [401 as const]),
  ...(route.access === "anyone" && (route.oauth || !route.write) ? [] : [403 as const]),
  ...(route.params ? [404 as const] : []),
  ...(route.body ? (route.oauth ? [413 as const] : [413 as const, 415 as const]) : []),
];

const anyProblem = { $ref: "#/components/schemas/Problem" };
const oauthError = { $ref: "#/components/schemas/OAuthError" };

const problemOf = ({ name, description, example }: Refusal) => {
  return [
    name,
    { description, content: { "application/problem+json": { schema: anyProblem, ...(example && { example }) } } },
  ];
};
const oauthErrorOf = ({ name, description }: Refusal) => {
  return [`OAuth${name}`, { description, content: { "application/json": { schema: oauthError } } }];
};

const accesses: readonly Access[] = ["user", "developer", "pro", "admin"];
const all: readonly Refusal[] = [
  ...Object.values(refusals),
  ...accesses.flatMap((access) => [forbiddenTo({ access, stepUp: false }), forbiddenTo({ access, stepUp: true })]),
  other,
];

/** The answers that the calls share. */
export const refusalComponents: Json = Object.fromEntries([...all.map(problemOf), ...all.map(oauthErrorOf)]);

const listed = ({ problem: { code, message } }: ProblemAnswer): string => `- \`${code}\`: ${message}`;

/** With the refusals that the call alone gives: a list of their codes, and the first as an example. */
function ownAnswer(route: Route, shared: Refusal | null, own: readonly ProblemAnswer[]): Json {
  const description = [...(shared ? [shared.description] : ["Refused"]), ...new Set(own.map(listed))].join("\n");
  const [first] = own;
  const content = route.oauth
    ? { "application/json": { schema: oauthError, example: first && inOAuthForm(first).body } }
    : { "application/problem+json": { schema: anyProblem, example: first?.problem } };
  return { description, content };
}

/** The refusals of a call, by status, and `default` for any other one. */
export function refusalsOf(route: Route): (readonly [string, Json])[] {
  const referTo = ({ name }: Refusal): Json => ({
    $ref: `#/components/responses/${route.oauth ? "OAuth" : ""}${name}`,
  });
  const shared = new Map<number, Refusal>(
    statusesOf(route).map((status) => [status, status === 403 ? forbiddenTo(route) : refusals[status]]),
  );
  const statuses = [...new Set([...shared.keys(), ...route.refuses.map(({ status }) => status)])].sort();
  const answerAt = (status: number): Json => {
    const own = route.refuses.filter((each) => each.status === status);
    const others = shared.get(status);
    return others && own.length === 0 ? referTo(others) : ownAnswer(route, others ?? null, own);
  };
  return [...statuses.map((status) => [`${status}`, answerAt(status)] as const), ["default", referTo(other)]];
}
