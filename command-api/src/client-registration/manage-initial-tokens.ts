import { initialAccessTokenStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type InitialAccessToken, type InitialAccessTokenReason, initialAccessToken } from "./initial-access-token.ts";
import { initialAccessTokenText } from "./registration-tokens.ts";

export interface InitialTokenDependencies {
  commandHandler: CommandHandler;
  hmac(...parts: string[]): string;
}

type Reason = InitialAccessTokenReason | HandlingReason;
const dayMs = 86_400_000;

export interface MadeInitialToken {
  position: bigint;
  made: InitialAccessToken;
  token: string;
}

interface AskedInitialToken {
  adminId: string;
  label: string;
  expiresInDays: number;
  uses: number;
}

/** Makes a token with which applications register themselves. It is shown once, in the answer. */
export async function makeInitialToken(
  { commandHandler, hmac }: InitialTokenDependencies,
  { adminId, expiresInDays, ...asked }: AskedInitialToken,
  commandContext: CommandContext,
): Promise<MadeInitialToken | Refused<Reason>> {
  const tokenId = commandContext.newId("initial access token");
  const stream = initialAccessTokenStream(tokenId);
  const { state: maker } = await commandHandler.load(user, userStream(adminId));
  // Read once the call was allowed: who has stopped being an admin meanwhile has made it in the term that is over.
  const { adminTerm, apiKeyEpoch } = maker.status === "registered" ? maker : { adminTerm: 0, apiKeyEpoch: 0 };
  const expiresAt = new Date(commandContext.now.getTime() + expiresInDays * dayMs);
  const command = { type: "make", tokenId, adminTerm, apiKeyEpoch, expiresAt, ...asked } as const;
  const outcome = await commandHandler.handle({
    decider: initialAccessToken,
    stream,
    command,
    person: adminId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  const { state: made } = await commandHandler.load(initialAccessToken, stream);
  if (made.status === "none") throw new Error(`initial access token ${tokenId} is not there after it was made`);
  return { position: outcome.position, made, token: initialAccessTokenText(tokenId, hmac) };
}

/** From now on, nothing registers with it. What has registered keeps its registration. */
export const revokeInitialToken = (
  { commandHandler }: Pick<InitialTokenDependencies, "commandHandler">,
  { tokenId, adminId }: { tokenId: string; adminId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<Reason>> =>
  commandHandler.handle({
    decider: initialAccessToken,
    stream: initialAccessTokenStream(tokenId),
    command: { type: "revoke" },
    person: adminId,
    commandContext,
  });
