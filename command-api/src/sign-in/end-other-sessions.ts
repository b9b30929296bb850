import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { Client } from "./client.ts";
import { keepDevice } from "./keep-device.ts";

interface OtherSessions {
  requester: RequestingSession & { userId: string };
  client: Client;
}

type Outcome = { position: bigint } | Refused<HandlingReason>;

/** Ends every session of the user but the requesting one. Its device stays known. */
export function endOtherSessions(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  { requester, client }: OtherSessions,
  commandContext: CommandContext,
): Promise<Outcome & { deviceCookies: string[] }> {
  const { userId } = requester;
  return keepDevice(dependencies, { userId, client, now: commandContext.now }, async (): Promise<Outcome> => {
    const outcome = await dependencies.commandHandler.handle({
      decider: user,
      stream: userStream(userId),
      command: { type: "end-other-sessions", by: requester },
      person: userId,
      commandContext,
    });
    if (!isRefused(outcome)) return outcome;
    return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  });
}
