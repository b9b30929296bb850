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

const stepUpFirst: Refusal = {
  name: "ReauthenticationRequired",
  description: "Not allowed, or `reauthentication_required`: confirm first with POST /api/auth/step-up",
  example: { message: "Please confirm that it is you", code: "reauthentication_required" },
};

const other: Refusal = {
  name: "Refused",
  description:
    "Refused. 429: too often. 503: a part of the service does not answer. Both say in `Retry-After` when to try again",
};

const statusesOf = (route: Route): Status[] => [
  ...(route.body || route.query ? [400 as const] : []),
  ...(route.access === "anyone" ? [] : [401 as const]),
  ...(route.access === "anyone" && (route.oauth || !route.write) ? [] : [403 as const]),
  ...(route.params ? [404 as const] : []),
  ...(route.body ? (route.oauth ? [413 as const] : [413 as const, 415 as const]) : []),
];

const problemOf = ({ name, description, example }: Refusal) => {
  const schema = { $ref: "#/components/schemas/Problem" };
  return [name, { description, content: { "application/problem+json": { schema, ...(example && { example }) } } }];
};
const oauthErrorOf = ({ name, description }: Refusal) => {
  const schema = { $ref: "#/components/schemas/OAuthError" };
  return [`OAuth${name}`, { description, content: { "application/json": { schema } } }];
};

const all: readonly Refusal[] = [...Object.values(refusals), stepUpFirst, other];

/** The answers that the calls share. */
export const refusalComponents: Json = Object.fromEntries([...all.map(problemOf), ...all.map(oauthErrorOf)]);

/** The refusals of a call, by status, and `default` for any other one. */
export function refusalsOf(route: Route): (readonly [string, Json])[] {
  const referTo = ({ name }: Refusal): Json => ({
    $ref: `#/components/responses/${route.oauth ? "OAuth" : ""}${name}`,
  });
  const refusalAt = (status: Status) => (status === 403 && route.stepUp ? stepUpFirst : refusals[status]);
  return [
    ...statusesOf(route).map((status) => [`${status}`, referTo(refusalAt(status))] as const),
    ["default", referTo(other)],
  ];
}
