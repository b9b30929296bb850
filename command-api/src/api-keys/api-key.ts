import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { type ApiKeyLimits, useEverySeconds } from "@attestory/events/api-key-validity.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

type Created = Extract<ApiKeyEvent, { type: "ApiKeyCreated" }>["data"];

export interface CreatedApiKey extends ApiKeyLimits, Omit<Created, "expiresAt"> {
  status: "created";
  createdAt: Date;
  lastUsedAt: Date | null;
}
export type ApiKeyState = { status: "none" } | CreatedApiKey;

export type ApiKeyCommand =
  | ({ type: "create" } & Created)
  /** Revokes the key for its owner only. For any other user it is `not-found`. */
  | { type: "revoke"; userId: string }
  | { type: "record-use"; now: Date };

export type ApiKeyReason = "not-found" | "already-created";

export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent, ApiKeyReason> = defineDecider({
  initial: { status: "none" },

  decide: {
    create: (state, { type: _, ...data }) =>
      state.status === "none" ? [{ type: "ApiKeyCreated", data }] : { refused: "already-created" },
  },
  evolve: {
    ApiKeyCreated: (_, { data, recordedAt }) => ({
      status: "created",
      ...data,
      createdAt: recordedAt,
      lastUsedAt: null,
      revoked: false,
    }),
  },

  when: {
    is: isCreated,
    otherwise: "not-found",
    decide: { revoke, "record-use": recordUse },
    evolve: {
      ApiKeyUsed: (state, { recordedAt }) => ({ ...state, lastUsedAt: recordedAt }),
      ApiKeyRevoked: (state) => ({ ...state, revoked: true }),
    },
  },

  // The creation, and the newest use or the revocation. 16 leaves room for uses that two processes recorded.
  decidesOnNewest: 16,
});

type Decision = readonly ApiKeyEvent[] | Refused<ApiKeyReason>;
type CommandOf<Type extends ApiKeyCommand["type"]> = Extract<ApiKeyCommand, { type: Type }>;

function isCreated(state: ApiKeyState): state is CreatedApiKey {
  return state.status === "created";
}

function revoke({ keyId, userId, revoked }: CreatedApiKey, command: CommandOf<"revoke">): Decision {
  if (userId !== command.userId || revoked) return { refused: "not-found" };
  return [{ type: "ApiKeyRevoked", data: { keyId, userId } }];
}

function recordUse({ keyId, userId, revoked, lastUsedAt }: CreatedApiKey, { now }: CommandOf<"record-use">): Decision {
  if (revoked) return { refused: "not-found" };
  const sinceMs = lastUsedAt && now.getTime() - lastUsedAt.getTime();
  if (sinceMs !== null && sinceMs < useEverySeconds * 1000) return [];
  return [{ type: "ApiKeyUsed", data: { keyId, userId } }];
}
