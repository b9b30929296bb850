import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import type { Present } from "@attestory/events/session-validity.ts";
import type { PrincipalKind } from "@attestory/http/routing/principal.ts";
import type { AggregateRepository } from "./aggregate-repository.ts";
import type { Authority, CommandContext } from "./command-context.ts";
import type { Refused } from "./decider.ts";

/** Knows one kind of authority. Injected: this folder imports no other feature. */
export interface AuthorityGuard {
  /** The authority's own stream, if the version check of an append to it is enough; null if it is not. */
  readonly stream: ((id: string) => StreamName) | null;
  /** Whether the authority has ended, alone or with others of its owner, or no longer gives the role that the command needs. */
  hasEnded(
    load: AggregateRepository["load"],
    authority: Pick<Authority, "id" | "access">,
    present: Present,
  ): Promise<boolean>;
}

export type AuthorityGuards = Readonly<Partial<Record<PrincipalKind, AuthorityGuard>>>;

/** The append that a check comes before. */
export interface PlannedAppend {
  stream: StreamName;
  /** The version that the stream must have. Null: it may have been appended already, and then the version proves nothing. */
  expected: number | null;
}

/**
 * The refusal for a command whose authority has ended; null if it may be appended at once.
 * @throws LogUnavailable the log is too slow for that
 */
export type AuthorityCheck = (
  commandContext: CommandContext,
  append: PlannedAppend,
) => Promise<Refused<"session-ended" | "revoked"> | null>;

/** How old a check may be. A process may be stopped between the check and the append: it checks again. */
const freshMs = 1000;
const mostChecks = 3;

/** @throws LogUnavailable */
async function checkFreshly(hasEnded: () => Promise<boolean>): Promise<boolean> {
  for (let checks = 0; checks < mostChecks; checks++) {
    const startedAt = performance.now();
    const ended = await hasEnded();
    if (ended || performance.now() - startedAt < freshMs) return ended;
  }
  throw new LogUnavailable(`a command's authority could not be checked within ${freshMs} ms`);
}

/**
 * Loads from the log, but takes the stream of the append as it is known at the expected version: if another event has come, that append
 * conflicts. `wasKnown` says whether that stream was needed.
 */
function loadBefore({ load, lastKnown }: Loading, { stream, expected }: PlannedAppend) {
  const loading = {
    wasKnown: false,
    load: (async (decider, asked) => {
      const known = asked === stream ? lastKnown(decider, stream) : null;
      if (!known || known.version !== expected) return load(decider, asked);
      loading.wasKnown = true;
      return known;
    }) as Loading["load"],
  };
  return loading;
}

type Loading = Pick<AggregateRepository, "load" | "lastKnown">;

/** See docs/decisions/sign-outs-and-running-commands.md. */
export function createAuthorityCheck(guards: AuthorityGuards, loading: Loading, generation: number): AuthorityCheck {
  const hasEnded = async (authority: Authority, append: PlannedAppend, now: Date): Promise<boolean> => {
    const { kind, id, proof } = authority;
    const guard = guards[kind];
    if (!guard) throw new TypeError(`no guard checks a ${kind}`);
    // An authority that has not been proven yet may have an owner who has ended it: the version of its own stream does not tell.
    if (append.expected !== null && append.stream === guard.stream?.(id) && !proof) return false;
    const asks = (load: Loading["load"]) => checkFreshly(() => guard.hasEnded(load, authority, { now, generation }));
    const before = loadBefore(loading, append);
    const ended = await asks(before.load);
    // Nobody is refused for what may be out of date.
    return ended && before.wasKnown ? asks(loading.load) : ended;
  };

  return async ({ authority, outlivesAuthority, now }, append) => {
    if (authority === null || outlivesAuthority || !(await hasEnded(authority, append, now))) return null;
    return { refused: authority.kind === "session" ? "session-ended" : "revoked" };
  };
}
