import type { Principal } from "@attestory/http/routing/principal.ts";
import type { CommandContext } from "./command-context.ts";
import type { SignedIn } from "./signed-in.ts";

/** An OAuth client that acts for the user who granted it access. */
export interface GrantedClient extends Principal {
  kind: "grant";
  grantId: string;
  clientId: string;
  userId: string;
}

/** An OAuth client that acts for itself. */
export interface OAuthClient extends Principal {
  kind: "client";
  clientId: string;
}

/** An API key, which acts for its owner. */
export interface ApiKey extends Principal {
  kind: "apiKey";
  keyId: string;
  userId: string;
  scopes: readonly string[];
}

/** Who may send commands. */
export type CommandPrincipal = SignedIn | GrantedClient | OAuthClient | ApiKey;

/** Who sends a command and on whose behalf, and what allows it. */
type Sender = Pick<CommandContext, "actor" | "delegate" | "authority">;

/**
 * The same context with a sender whom the handler itself finds, on a page that anyone may open. Only for calls without idempotency keys: each
 * counts for one sender.
 */
export const sentBy = (commandContext: CommandContext, principal: CommandPrincipal | null): CommandContext => ({
  ...commandContext,
  ...senderOf(principal),
});

/** Null: a caller who is not signed in. */
export function senderOf(principal: CommandPrincipal | null): Sender {
  switch (principal?.kind) {
    case undefined:
      return { actor: { kind: "anyone", id: "" }, delegate: null, authority: null };
    case "session":
      return {
        actor: { kind: "user", id: principal.userId },
        delegate: null,
        authority: {
          kind: "session",
          id: principal.sessionId,
          access: principal.access,
          ...(principal.proof && { proof: principal.proof }),
        },
      };
    case "grant":
      return {
        actor: { kind: "user", id: principal.userId },
        delegate: { kind: "client", id: principal.clientId },
        authority: { kind: "grant", id: principal.grantId },
      };
    case "client":
      return {
        actor: { kind: "client", id: principal.clientId },
        delegate: null,
        authority: { kind: "client", id: principal.clientId },
      };
    case "apiKey":
      return {
        actor: { kind: "user", id: principal.userId },
        delegate: { kind: "apiKey", id: principal.keyId },
        authority: { kind: "apiKey", id: principal.keyId },
      };
  }
}
