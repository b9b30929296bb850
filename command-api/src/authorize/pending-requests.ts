import { isDeepStrictEqual } from "node:util";
import type { AuthorizationRequestEvent } from "@attestory/events/authorization-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

type DataOf<Type extends AuthorizationRequestEvent["type"]> = Extract<
  AuthorizationRequestEvent,
  { type: Type }
>["data"];
export type RequestData = DataOf<"AuthorizationRequested">;
export type RequestOutcome = DataOf<"AuthorizationAnswered">["outcome"];

export interface StoredRequest extends RequestData {
  requestedAt: Date;
  /** Null while it waits for its answer. */
  outcome: RequestOutcome | null;
}

/** The newest requests of one session, oldest first. */
export interface PendingRequests {
  requests: readonly StoredRequest[];
}

export type PendingRequestsCommand =
  | ({ type: "request"; now: Date } & RequestData)
  | { type: "answer"; authorizationId: string; outcome: RequestOutcome; now: Date };

/** `not-pending`: it is unknown here, too old, or was answered. */
type Reason = "not-pending";
type Decision = readonly AuthorizationRequestEvent[] | Refused<Reason>;

/** Requests that are kept. Older ones can no longer be answered. */
export const mostRequests = 20;
/** How long a request waits for its answer. */
export const pendingSeconds = 3600;

const isRecent = ({ requestedAt }: StoredRequest, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() < pendingSeconds * 1000;

export const isPending = (request: StoredRequest, now: Date): boolean =>
  request.outcome === null && isRecent(request, now);

/** Requests for authorization that the user of a session was asked about. */
export const pendingRequests: Decider<PendingRequests, PendingRequestsCommand, AuthorizationRequestEvent, Reason> =
  defineDecider({
    initial: { requests: [] },

    decide: { request, answer },

    evolve: {
      AuthorizationRequested: ({ requests }, { data, recordedAt }) => ({
        requests: [...requests, { ...data, requestedAt: recordedAt, outcome: null }].slice(-mostRequests),
      }),
      AuthorizationAnswered: ({ requests }, { data: { authorizationId, outcome } }) => ({
        requests: requests.map((one) => (one.authorizationId === authorizationId ? { ...one, outcome } : one)),
      }),
    },

    // Each request has one answer at most, and only the newest 20 are answered: among 60 events are at least 20 requests.
    decidesOnNewest: 60,
  });

const differing: readonly (keyof RequestData)[] = ["authorizationId", "askedAt"];

/**
 * The same request again: the page was opened anew, or the consent screen asks about it. One that asks for a new sign-in is another one
 * each time that it comes: the sign-in that answered the earlier one is no answer to it.
 */
const isSame = (one: RequestData, stored: RequestData): boolean =>
  (Object.keys(one) as (keyof RequestData)[]).every(
    (field) => differing.includes(field) || isDeepStrictEqual(one[field], stored[field]),
  ) &&
  (!asksForSignIn(one) || stored.askedAt >= one.askedAt);

/** By `prompt=login` or `max_age`. */
export const asksForSignIn = ({ loginRequired, maxAge }: RequestData): boolean => loginRequired || maxAge !== null;

/** The pending request that a request repeats. */
export const sameRequest = ({ requests }: PendingRequests, data: RequestData, now: Date): StoredRequest | null =>
  requests.findLast((stored) => isPending(stored, now) && isSame(data, stored)) ?? null;

function request(
  state: PendingRequests,
  { type: _, now, ...data }: Extract<PendingRequestsCommand, { type: "request" }>,
) {
  return sameRequest(state, data, now) ? [] : [{ type: "AuthorizationRequested" as const, data }];
}

function answer(
  { requests }: PendingRequests,
  { authorizationId, outcome, now }: Extract<PendingRequestsCommand, { type: "answer" }>,
): Decision {
  const stored = requests.find((one) => one.authorizationId === authorizationId);
  if (!stored || !isPending(stored, now)) return { refused: "not-pending" };
  const { sessionId } = stored;
  return [{ type: "AuthorizationAnswered", data: { authorizationId, sessionId, outcome } }];
}

/** What an answer names. Every parameter besides those of the specification's call is compared if it is sent. */
export interface NamedRequest {
  /** Without it, the request is named by what it asks alone. */
  authorizationId?: string | undefined;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  otherParameters: Readonly<Record<string, string>>;
}

const isNamed = (stored: StoredRequest, named: NamedRequest): boolean =>
  (named.authorizationId === undefined || stored.authorizationId === named.authorizationId) &&
  stored.applicationId === named.clientId &&
  stored.redirectUri === named.redirectUri &&
  stored.state === named.state &&
  isDeepStrictEqual(stored.scopes, named.scopes) &&
  Object.entries(named.otherParameters).every(([name, value]) => stored.otherParameters?.[name] === value);

/** The requests that fit what an answer names, newest first. */
export const requestsNamed = ({ requests }: PendingRequests, named: NamedRequest): StoredRequest[] =>
  requests.filter((stored) => isNamed(stored, named)).toReversed();

/** The requests that were pushed or came as this object, newest first. Nothing else of them is in the address. */
export const requestsReferredTo = (
  { requests }: PendingRequests,
  { clientId, reference }: { clientId: string; reference: Readonly<Record<string, string>> },
): StoredRequest[] =>
  requests
    .filter(
      ({ applicationId, otherParameters }) =>
        applicationId === clientId &&
        Object.entries(reference).every(([name, value]) => otherParameters?.[name] === value),
    )
    .toReversed();

export const newestPending = ({ requests }: PendingRequests, now: Date): StoredRequest | null =>
  requests.findLast((stored) => isPending(stored, now)) ?? null;
