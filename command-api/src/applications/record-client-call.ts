import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { ClientCallEvent } from "@attestory/events/client-call-events.ts";
import { clientCallsStream } from "@attestory/events/envelope.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type Decider, isRefused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** What a call sent and what it should have sent. */
export interface CallDifference {
  parameter: string;
  expected: string | null;
  received: string | null;
}

export interface FailedCall {
  endpoint: ClientCallEvent["data"]["endpoint"];
  error: string;
  description: string;
  differences: readonly CallDifference[];
}

export interface CallReports {
  /** Records a failed call of an application that exists, for its owner. Delays no answer; failures never reach the caller. */
  reportCall(applicationId: string, call: FailedCall): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

interface CallReportParts {
  commandHandler: Pick<CommandHandler, "handle">;
  rateLimiter: RateLimiter;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** Calls of one application that are recorded. Anyone can make a call fail. */
const anHour = { limit: 100, seconds: 3600 };
const longest = 2000;

/** The parameters whose values are recorded. Another one may hold a secret, or something about a person. */
const shown = new Set([
  "client_id",
  "redirect_uri",
  "post_logout_redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "prompt",
  "max_age",
  "code_challenge_method",
  "grant_type",
  "resource",
  "token_endpoint_auth_method",
]);

export function createCallReports({ commandHandler, rateLimiter, now, reportError }: CallReportParts): CallReports {
  const recorded = rateLimiter.window("failed calls of an application", anHour.limit, anHour.seconds);
  const appends = new BackgroundWork((error) => reportError("failed client call not recorded", error));

  /** The newest append of each application: the next one waits for it, as many at once would end in conflicts. */
  const newest = new Map<string, Promise<void>>();

  const append = async (applicationId: string, call: FailedCall): Promise<void> => {
    if ("waitSeconds" in (await recorded.consume(applicationId))) return;
    const outcome = await commandHandler.handle({
      decider: clientCalls,
      stream: clientCallsStream(applicationId),
      command: { applicationId, callId: randomUUID(), ...withoutSecrets(call) },
      person: null,
      commandContext: systemContext("client calls", now()),
    });
    if (isRefused(outcome)) throw new Error(`it was refused: ${outcome.refused}`);
  };

  const appendInTurn = (applicationId: string, call: FailedCall): Promise<void> => {
    const before = newest.get(applicationId) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(() => append(applicationId, call));
    const forget = () => {
      if (newest.get(applicationId) === own) newest.delete(applicationId);
    };
    newest.set(applicationId, own);
    own.then(forget, forget);
    return own;
  };

  return {
    reportCall: (applicationId, call) => appends.start(() => appendInTurn(applicationId, call)),
    settled: () => appends.settled(),
  };
}

type ClientCall = ClientCallEvent["data"];

/** Every failed call is recorded. Nothing is decided on the earlier ones. */
const clientCalls: Decider<null, ClientCall, ClientCallEvent, never> = defineDecider({
  initial: null,
  decide: (_, data) => [{ type: "ClientCallFailed", data }],
  evolve: { ClientCallFailed: () => null },
  decidesOnNewest: 1,
});

const cut = (text: string | null): string | null => text?.slice(0, longest) ?? null;

const withoutSecrets = ({ endpoint, error, description, differences }: FailedCall) => ({
  endpoint,
  error,
  description: description.slice(0, longest),
  differences: differences.slice(0, 20).map(({ parameter, expected, received }) => {
    const isShown = shown.has(parameter);
    return { parameter, expected: isShown ? cut(expected) : null, received: isShown ? cut(received) : null };
  }),
});
