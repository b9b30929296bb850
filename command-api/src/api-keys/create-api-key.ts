import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { ApiKeyScope } from "@attestory/events/api-key-events.ts";
import { apiKeyStream, userStream } from "@attestory/events/envelope.ts";
import { apiKeyDigest, apiKeyText } from "@attestory/http/security/api-key.ts";
import { user } from "../accounts/user.ts";
import { apiKeyOwnerOf } from "../accounts/user-validity.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { apiKey, type CreatedApiKey } from "./api-key.ts";
import { countApiKey } from "./count-api-key.ts";

export interface ApiKeyDependencies {
  commandHandler: CommandHandler;
  keyring: Pick<Keyring, "hmac">;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

export interface NewApiKey {
  userId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: string | null;
}

type Reason = "expired" | "full" | HandlingReason;
type Outcome = { position: bigint; key: CreatedApiKey; keyValue: string } | Refused<Reason> | TooManyAttempts;

/** Creates a key for its owner, who gets an email. Its value is in the answer alone: only a digest of it is stored. */
export async function createApiKey(
  dependencies: ApiKeyDependencies,
  asked: NewApiKey,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler, mailLimits } = dependencies;
  if (asked.expiresAt !== null && new Date(asked.expiresAt) <= commandContext.now) return { refused: "expired" };
  const keyId = commandContext.newId("API key");
  const parts = { keyId, secret: commandContext.newSecret("API key") };
  const digest = apiKeyDigest(parts, (...text) => dependencies.keyring.hmac("link key", ...text));
  const created = await mailLimits.ofAccount(asked.userId, () =>
    countAndCreate(commandHandler, { ...asked, keyId, digest }, commandContext),
  );
  if (isRefused(created)) return created;
  const { state } = await commandHandler.load(apiKey, apiKeyStream(keyId));
  if (state.status === "none") return { refused: "conflict" };
  return { position: created.position, key: state, keyValue: apiKeyText(parts) };
}

type Counted = NewApiKey & { keyId: string; digest: string };

/** Counted first, so that no order of requests makes more keys than a user may have. */
async function countAndCreate(
  commandHandler: CommandHandler,
  { userId, keyId, name, scopes, expiresAt, digest }: Counted,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<Reason>> {
  const stream = apiKeyStream(keyId);
  // A repeated command must not count a key that was revoked since.
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  // Before the count: if the keys of the account end meanwhile, so does this one.
  const owner = apiKeyOwnerOf((await commandHandler.load(user, userStream(userId))).state);
  if (!owner) return { refused: "session-ended" };
  const counted = await countApiKey(commandHandler, { userId, keyId }, commandContext);
  if (isRefused(counted)) return counted;
  const { apiKeyEpoch } = owner;
  const outcome = await commandHandler.handle({
    decider: apiKey,
    stream,
    command: { type: "create", keyId, userId, name, digest, scopes: [...scopes], apiKeyEpoch, expiresAt },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}
