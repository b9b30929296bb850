import { apiKeyStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import { createCommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type ApiKey, senderOf } from "../handling/command-principal.ts";
import { apiKey } from "./api-key.ts";

export interface ApiKeyActivity {
  /** Appends the use to the log if that is due, without delaying the answer. Failures never reach the caller. */
  recordUse(key: ApiKey, context: RequestContext, now: Date): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export function createApiKeyActivity(
  commandHandler: Pick<CommandHandler, "handle">,
  reportError: (error: unknown) => void,
): ApiKeyActivity {
  const appends = new BackgroundWork(reportError);
  return {
    recordUse(key, { requestId, clientAddress, userAgent }, now) {
      const origin = { method: "", path: "", idempotencyKey: null, bodyHash: "", correlationId: requestId };
      const use = Object.assign(origin, senderOf(key), { ip: clientAddress, userAgent, now });
      appends.start(() =>
        commandHandler.handle({
          decider: apiKey,
          stream: apiKeyStream(key.keyId),
          command: { type: "record-use", now },
          person: key.userId,
          commandContext: createCommandContext(use, () => ""),
        }),
      );
    },
    settled: () => appends.settled(),
  };
}
