import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { keepTrust, trustedDevice } from "../second-factors/trusted-device.ts";
import type { Client } from "./client.ts";
import { keepDevice } from "./keep-device.ts";

interface OtherSessions {
  requester: RequestingSession & { userId: string };
  client: Client;
}

type Outcome = { position: bigint } | Refused<HandlingReason>;

/**
 * Ends every session of the user but the requesting one, and the trust in every browser but the requesting one. Its device stays known.
 */
export async function endOtherSessions(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  { requester, client }: OtherSessions,
  commandContext: CommandContext,
): Promise<Outcome & { deviceCookies: string[] }> {
  const { userId } = requester;
  const keepThisTrust = await trustOf(dependencies.commandHandler, { userId, client }, commandContext);
  const command = { type: "end-other-sessions", by: requester } as const;
  const ended = await keepDevice(dependencies, { userId, client, now: commandContext.now }, () =>
    handleUserCommand(dependencies.commandHandler, { userId, command }, commandContext),
  );
  if (isRefused(ended)) return ended;
  const keptAt = await keepThisTrust();
  return keptAt === null ? ended : { ...ended, position: keptAt };
}

/** What lets the requesting browser stay trusted once the sessions have ended; call it then. */
async function trustOf(
  commandHandler: CommandHandler,
  { userId, client }: { userId: string; client: Client },
  commandContext: CommandContext,
): Promise<() => Promise<bigint | null>> {
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  const { state: factors } = await commandHandler.load(secondFactors, secondFactorsStream(userId));
  if (owner.status !== "registered") return async () => null;
  const { sessionEpoch } = owner;
  const device = trustedDevice(factors, { cookie: client.trusted, sessionEpoch, now: commandContext.now });
  if (device === null) return async () => null;
  return () =>
    keepTrust(commandHandler, { userId, trustId: device.id, sessionEpoch: sessionEpoch + 1 }, commandContext);
}
