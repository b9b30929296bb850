import { sessionStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { createCommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { session } from "./session.ts";

/** Keeps a session alive that is used only for commands: its idle time counts from its last use of any kind. */
export interface SessionActivity {
  /** Appends the use to the log if that is due, without delaying the answer. Failures never reach the caller. */
  noted(who: SignedIn, context: RequestContext, now: Date): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export function createSessionActivity(
  commandHandler: CommandHandler,
  reportError: (error: unknown) => void,
): SessionActivity {
  const appends = new PendingWork();

  const see = async (use: Parameters<typeof useIntent>[0]): Promise<void> => {
    const { sessionId, userId } = use.who;
    const command = { type: "record-activity", now: use.now } as const;
    const stream = sessionStream(sessionId);
    try {
      await commandHandler.handle({
        decider: session,
        stream,
        command,
        person: userId,
        commandContext: useIntent(use),
      });
    } catch (error) {
      reportError(error);
    }
  };

  return {
    noted(who, { requestId, clientAddress, userAgent }, now) {
      if (!who.activityIsDue) return;
      // Read now: the address is gone once the connection closes.
      const use = { who, now, requestId, clientAddress, userAgent };
      void appends.track(new Promise((resolve) => setImmediate(() => resolve(see(use)))));
    },
    settled: () => appends.settled(),
  };
}

interface Use extends Pick<RequestContext, "requestId" | "clientAddress" | "userAgent"> {
  who: SignedIn;
  now: Date;
}

/** A command context of its own: the use is not part of the command that came with it and has no idempotency key. */
const useIntent = ({ who, now, requestId, clientAddress, userAgent }: Use) =>
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
