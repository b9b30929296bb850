import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { SecretUnreadable } from "@attestory/event-store/vault/secret-encryption.ts";
import type { PushedRequestEvent } from "@attestory/events/authorization-events.ts";
import { pushedRequestStream } from "@attestory/events/envelope.ts";
import { z } from "zod";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type Decider, isRefused, type Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { AuthorizationError } from "./request-rules.ts";

/** RFC 9126 section 2.2. */
const prefix = "urn:ietf:params:oauth:request_uri:";

/** How long a pushed request may be opened. Whoever signs in then may take longer. */
export const pushedSeconds = 90;

export const isPushedUri = (uri: string): boolean => uri.startsWith(prefix);

/** The short name of a pushed request, under which it waits for its user. */
export const referenceTo = (id: string): string => `${prefix}${id}`;

/** What an application pushed. Its `request_uri` carries it, encrypted: see docs/decisions/pushed-requests.md. */
const pushed = z.object({
  id: z.uuid(),
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
  /** Of the log: no use is known of a request from before a backup was restored. */
  generation: z.int(),
  parameters: z.record(z.string(), z.string()),
});
export type PushedRequest = z.output<typeof pushed>;

type Sealing = Pick<Keyring, "encryptSecret" | "decryptSecret">;
const ownedBy = (applicationId: string) => ({ purpose: "pushed request", owner: applicationId }) as const;

export function sealPushed(keyring: Sealing, applicationId: string, { expiresAt, ...request }: PushedRequest): string {
  const text = JSON.stringify({ ...request, expiresAt: expiresAt.toISOString() });
  return `${prefix}${keyring.encryptSecret(ownedBy(applicationId), text)}`;
}

/** Null for one that this service did not give to this application. It may have expired. */
export function openPushed(keyring: Sealing, applicationId: string, uri: string): PushedRequest | null {
  try {
    return pushed.parse(JSON.parse(keyring.decryptSecret(ownedBy(applicationId), uri.slice(prefix.length))));
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

interface UsePushedRequest {
  type: "use";
  pushedRequestId: string;
  applicationId: string;
  authorizationId: string;
}

/** The authorization that a pushed request led to, or would have if its user had not refused. Null before. */
export const pushedRequest: Decider<string | null, UsePushedRequest, PushedRequestEvent, "request-used"> =
  defineDecider({
    initial: null,
    decide: {
      use(usedFor, { type: _, ...data }) {
        if (usedFor === null) return [{ type: "PushedRequestUsed", data }];
        return usedFor === data.authorizationId ? [] : { refused: "request-used" };
      },
    },
    evolve: { PushedRequestUsed: (_, { data }) => data.authorizationId },
  });

export interface PushedUse {
  /** The request's other parameters: only those of a pushed one name it. */
  otherParameters: Readonly<Record<string, string>> | null;
  applicationId: string;
  authorizationId: string;
}

/** Right before a request is answered. One that was pushed is answered once, in whatever browser. Null: it may be. */
export async function usePushed(
  commandHandler: CommandHandler,
  { otherParameters, applicationId, authorizationId }: PushedUse,
  commandContext: CommandContext,
): Promise<Refused<"request-used" | HandlingReason> | null> {
  const reference = otherParameters?.request_uri;
  if (reference === undefined) return null;
  const pushedRequestId = reference.slice(prefix.length);
  const outcome = await commandHandler.handle({
    decider: pushedRequest,
    stream: pushedRequestStream(pushedRequestId),
    command: { type: "use", pushedRequestId, applicationId, authorizationId },
    person: null,
    commandContext,
  });
  return isRefused(outcome) ? outcome : null;
}

const invalidUri = (description: string): AuthorizationError => ({ error: "invalid_request_uri", description });
export const usedUri = invalidUri("request_uri was used before: push the request again");
const expiredUri = invalidUri(`request_uri has expired: open it within ${pushedSeconds} seconds`);

/** Why a pushed request may not be answered any more. `at`: when this browser opened it first. */
export async function faultOfPushed(
  { load, generation }: Pick<CommandHandler, "load" | "generation">,
  request: PushedRequest,
  at: Date,
): Promise<AuthorizationError | null> {
  const { state: usedFor } = await load(pushedRequest, pushedRequestStream(request.id));
  if (usedFor !== null) return usedUri;
  return at > request.expiresAt || request.generation !== generation ? expiredUri : null;
}

/** What counts of a pushed request is what was pushed (RFC 9126 section 4). */
export const parametersOf = (
  { parameters }: PushedRequest,
  applicationId: string,
  { inFrame }: Pick<RequestParameters, "inFrame">,
): RequestParameters => ({
  single: new Map([...Object.entries(parameters), ["client_id", applicationId]]),
  repeated: new Set(),
  inFrame,
  isPushed: true,
});
