import { sessionStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import { createCommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { session } from "./session.ts";

/** Keeps a session alive that is used only for commands: its idle time counts from its last use of any kind. */
export interface SessionActivity {
  /** Appends the use to the log if that is due, without delaying the answer. Failures never reach the caller. */
  recordActivity(who: SignedIn, context: RequestContext, now: Date): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export function createSessionActivity(
  commandHandler: CommandHandler,
  reportError: (error: unknown) => void,
): SessionActivity {
  const appends = new BackgroundWork(reportError);

  const see = (use: Use) =>
    commandHandler.handle({
      decider: session,
      stream: sessionStream(use.who.sessionId),
      command: { type: "record-activity", now: use.now },
      person: use.who.userId,
      commandContext: useContext(use),
    });

  return {
    recordActivity(who, { requestId, clientAddress, userAgent }, now) {
      if (!who.activityIsDue) return;
      // Read now: the address is gone once the connection closes.
      const use = { who, now, requestId, clientAddress, userAgent };
      appends.start(() => see(use));
    },
    settled: () => appends.settled(),
  };
}

interface Use extends Pick<RequestContext, "requestId" | "clientAddress" | "userAgent"> {
  who: SignedIn;
  now: Date;
}

/** A command context of its own: the use is not part of the command that came with it and has no idempotency key. */
const useContext = ({ who, now, requestId, clientAddress, userAgent }: Use) =>
  createCommandContext(
    {
      actor: { kind: "user", id: who.userId },
      method: "",
      path: "",
      idempotencyKey: null,
      bodyHash: "",
      correlationId: requestId,
      ip: clientAddress,
      userAgent,
      now,
    },
    () => "",
  );
