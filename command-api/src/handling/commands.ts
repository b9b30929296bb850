import type { Position } from "@attestory/events/envelope.ts";
import type { Answer, AnswerOf, AnswerSchemas } from "@attestory/http/routing/answer.ts";
import type { Access, PrincipalKind } from "@attestory/http/routing/principal.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { Handled, RequestOf, RouteDeclaration } from "@attestory/http/routing/route.ts";
import type { z } from "zod";
import type { SharedReason } from "./answer-refusal.ts";
import { type CallSteps, type CommandBasics, createCallSteps } from "./call-steps.ts";
import type { CommandContext } from "./command-context.ts";
import type { CommandPrincipal } from "./command-principal.ts";
import { type CommandRoute, type CommandTraits, type Revokes, route } from "./command-route.ts";
import type { Refused } from "./decider.ts";

/** What happened, beside the answer about it: `position` is where the log has it, so that the client can read its own write. */
type Happened<V extends Revokes> = V extends true
  ? { readonly position: Position }
  : V extends "sometimes"
    ? { readonly position: Position; readonly hasRevoked: boolean }
    : { readonly position?: Position | null };

/** A refusal with a position has ended something. */
type RefusalBy<X extends Refused, V extends Revokes> = V extends true | "sometimes"
  ? X & { readonly position?: Position }
  : X & { readonly position?: never };

/** What a handler returns: an answer that is declared, a refusal that the capability answers, or an answer that refuses. */
type Outcome<S extends AnswerSchemas, X extends Refused, V extends Revokes> =
  | (AnswerOf<S> & Happened<V>)
  | RefusalBy<X, V>
  | ProblemAnswer;

/** The reasons that a call of a capability may declare: those that not every call has. */
export type OwnReason<X extends Refused> = Exclude<X["refused"], SharedReason>;

/** The refusals that a handler may return: those that its call declares, and those of every call. */
type Declared<X extends Refused, N> = X extends Refused
  ? X & { readonly refused: Extract<N, string> | SharedReason }
  : never;

/** A call whose handler receives its command context, and returns what happened. */
interface CommandDefinition<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  S extends AnswerSchemas,
  R,
  K extends PrincipalKind,
  U extends boolean,
  V extends Revokes,
  N,
> extends Omit<RouteDeclaration<A, P, Q, B, S, K, U>, "refuses">,
    CommandTraits {
  readonly revokes: V;
  /** Why the call refuses: reasons that the capability answers, and answers of its own. A handler returns no other reason. */
  readonly refuses?: readonly N[];
  handle(
    request: RequestOf<CommandPrincipal, A, P, Q, B, K, U> & { readonly commandContext: CommandContext },
  ): Promise<R>;
}

/** An answer without the types of what was declared. */
interface AnyAnswer extends Answer {
  readonly position?: Position | null;
  readonly hasRevoked?: boolean;
}

/** A definition without its type parameters. */
interface AnyDefinition<X extends Refused>
  extends Omit<
      RouteDeclaration<Access, z.ZodType, z.ZodType, z.ZodType, AnswerSchemas, PrincipalKind, boolean>,
      "refuses"
    >,
    CommandTraits {
  readonly revokes: Revokes;
  readonly refuses?: readonly (OwnReason<X> | ProblemAnswer)[];
  handle(
    request: Handled<unknown, unknown, unknown, CommandPrincipal | null> & { readonly commandContext: CommandContext },
  ): Promise<AnyAnswer | (X & { readonly position?: Position }) | ProblemAnswer>;
}

/** Declares the calls of a capability. */
type DeclareRoute<X extends Refused> = <
  const A extends Access,
  S extends AnswerSchemas,
  const V extends Revokes,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  const N extends OwnReason<X> | ProblemAnswer = never,
  const R extends Outcome<S, Declared<X, N>, V> = Outcome<S, Declared<X, N>, V>,
  const K extends PrincipalKind = "session",
  const U extends boolean = false,
>(
  definition: CommandDefinition<A, P, Q, B, S, R, K, U, V, N>,
) => CommandRoute;

/** Of the reasons that a decider has for all of its commands, those that a call can meet. Only these are documented. */
export const among = <Reason extends string>(
  ...reasons: Exclude<NoInfer<Reason>, SharedReason>[]
): readonly Exclude<Reason, SharedReason>[] => reasons;

/** What all capabilities share. */
export interface Commands {
  /**
   * The function that declares the calls of a capability, whose refusals `answerRefusal` knows. Before a handler, it makes the command
   * context of the declared method and path; after it, it answers a refusal, waits for a revocation, and marks the position.
   */
  routes<X extends Refused>(answerRefusal: (refusal: X) => ProblemAnswer): DeclareRoute<X>;
  /** For the use cases of calls that declare `in-use-case`. */
  waitForRevocation: CallSteps["waitForRevocation"];
}

/**
 * The declared path with the parameters of the request in it, as their schema has them.
 * @throws TypeError the schema leaves one out: one idempotency key would mean the same command on everything
 */
const pathOf = (path: string, params: unknown): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (params as Readonly<Record<string, string>> | undefined)?.[name];
    if (value === undefined) throw new TypeError(`the schema of ${path} has no ${name}`);
    return value;
  });

export function createCommands(basics: CommandBasics): Commands {
  const { commandContext, positionMark, waitForRevocation } = createCallSteps(basics);

  const answerAt = async (answer: AnyAnswer, revokes: Revokes): Promise<Answer> => {
    const { position = null, hasRevoked = revokes === true, ...told } = answer;
    if (position === null) return told;
    if (hasRevoked) await waitForRevocation(position);
    const mark = positionMark(position, told.cookies);
    return { ...told, headers: { ...mark.headers, ...told.headers }, cookies: mark.cookies };
  };

  const answering = <X extends Refused>(
    { handle, refuses = [], ...declared }: AnyDefinition<X>,
    answerRefusal: (refusal: X) => ProblemAnswer,
  ): CommandRoute => {
    const { method, path, revokes, countsAs, verifies } = declared;
    return {
      revokes,
      countsAs,
      verifies,
      ...route({
        ...declared,
        refuses: refuses.map((each) => (isProblem(each) ? each : answerRefusal({ refused: each } as unknown as X))),
        async handle(request) {
          const call = { method, path: pathOf(path, request.params) };
          const asked = commandContext(call, request.context, request.principal);
          const outcome = await handle({ ...request, commandContext: asked });
          if (isProblem(outcome)) return outcome;
          if (!("refused" in outcome)) return answerAt(outcome, revokes);
          if (outcome.position !== undefined) await waitForRevocation(outcome.position);
          return answerRefusal(outcome);
        },
      }),
    };
  };

  return {
    routes: (answerRefusal) => (definition) => answering(definition, answerRefusal),
    waitForRevocation,
  };
}
