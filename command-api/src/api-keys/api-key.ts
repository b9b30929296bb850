import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { type ApiKeyLimits, useEverySeconds } from "@attestory/events/api-key-validity.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Decider, Refused } from "../handling/decider.ts";

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

export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent, ApiKeyReason> = {
  initial: { status: "none" },

  decide(state, command) {
    switch (command.type) {
      case "create": {
        const { type: _, ...data } = command;
        return state.status === "none" ? [{ type: "ApiKeyCreated", data }] : { refused: "already-created" };
      }
      case "revoke":
        return revoke(state, command.userId);
      case "record-use":
        return recordUse(state, command.now);
    }
  },

  evolve(state, event: RecordedEvent<ApiKeyEvent>) {
    if (event.type === "ApiKeyCreated") {
      return { status: "created", ...event.data, createdAt: event.recordedAt, lastUsedAt: null, revoked: false };
    }
    if (state.status === "none") return state;
    if (event.type === "ApiKeyRevoked") return { ...state, revoked: true };
    return { ...state, lastUsedAt: event.recordedAt };
  },

  // The creation, and the newest use or the revocation. 16 leaves room for uses that two processes recorded.
  decidesOnNewest: 16,
};

type Decision = readonly ApiKeyEvent[] | Refused<ApiKeyReason>;

function revoke(state: ApiKeyState, userId: string): Decision {
  if (state.status === "none" || state.userId !== userId || state.revoked) return { refused: "not-found" };
  return [{ type: "ApiKeyRevoked", data: { keyId: state.keyId, userId } }];
}

function recordUse(state: ApiKeyState, now: Date): Decision {
  if (state.status === "none" || state.revoked) return { refused: "not-found" };
  const sinceMs = state.lastUsedAt && now.getTime() - state.lastUsedAt.getTime();
  if (sinceMs !== null && sinceMs < useEverySeconds * 1000) return [];
  return [{ type: "ApiKeyUsed", data: { keyId: state.keyId, userId: state.userId } }];
}
