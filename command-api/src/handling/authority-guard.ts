import type { StreamName } from "@attestory/events/envelope.ts";
import type { PrincipalKind } from "@attestory/http/routing/principal.ts";
import type { AggregateRepository } from "./aggregate-repository.ts";
import type { CommandContext } from "./command-context.ts";
import type { Refused } from "./decider.ts";

/** Knows one kind of authority. Injected: this folder imports no other feature. */
export interface AuthorityGuard {
  /** The authority's own stream. The version check of an append to it is enough. */
  stream(id: string): StreamName;
  /** Whether the authority has ended, alone or with others of its owner. */
  hasEnded(load: AggregateRepository["load"], id: string, now: Date): Promise<boolean>;
}

export type AuthorityGuards = Readonly<Partial<Record<PrincipalKind, AuthorityGuard>>>;

/** The refusal for a command whose authority has ended; null if it may be appended. */
export type AuthorityCheck = (
  commandContext: CommandContext,
  stream: StreamName,
) => Promise<Refused<"session-ended" | "revoked"> | null>;

export const createAuthorityCheck =
  (guards: AuthorityGuards, load: AggregateRepository["load"]): AuthorityCheck =>
  async ({ authority, outlivesAuthority, now }, stream) => {
    if (authority === null || outlivesAuthority) return null;
    const { kind, id } = authority;
    const guard = guards[kind];
    if (!guard) throw new TypeError(`no guard checks a ${kind}`);
    if (stream === guard.stream(id) || !(await guard.hasEnded(load, id, now))) return null;
    return { refused: kind === "session" ? "session-ended" : "revoked" };
  };
