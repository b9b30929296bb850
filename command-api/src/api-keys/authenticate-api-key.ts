import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { apiKeyStream, userStream } from "@attestory/events/envelope.ts";
import { matchesApiKey, parseApiKey } from "@attestory/http/security/api-key.ts";
import { user } from "../accounts/user.ts";
import { apiKeyOwnerOf } from "../accounts/user-validity.ts";
import type { AuthorityGuard } from "../handling/authority-guard.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { ApiKey } from "../handling/command-principal.ts";
import { apiKey } from "./api-key.ts";

interface AuthenticationParts {
  commandHandler: Pick<CommandHandler, "load">;
  keyring: Pick<Keyring, "hmac">;
}

/** Reads the streams, so that commands reject a revoked key or a deactivated owner at once. A key of an unknown id takes the same path. */
export async function authenticateApiKey(
  { commandHandler: { load }, keyring }: AuthenticationParts,
  text: string,
  now: Date,
): Promise<ApiKey | null> {
  const parts = parseApiKey(text);
  if (!parts) return null;
  const { state } = await load(apiKey, apiKeyStream(parts.keyId));
  const hmac = (...signed: string[]) => keyring.hmac("link key", ...signed);
  const isKnown = matchesApiKey(parts, state.status === "created" ? state.digest : null, hmac);
  if (!isKnown || state.status === "none") return null;
  const owner = apiKeyOwnerOf((await load(user, userStream(state.userId))).state);
  if (!owner || !isApiKeyGood(state, owner, now)) return null;
  const { keyId, userId, scopes } = state;
  return { kind: "apiKey", keyId, userId, scopes, pending: false, roles: owner.roles };
}

/** Reads the streams, so that a key revoked a moment ago counts as ended. So does one whose owner is no longer Pro. */
export const apiKeyGuard: AuthorityGuard = {
  stream: apiKeyStream,
  async hasEnded(load, { id: keyId }, { now }) {
    const { state } = await load(apiKey, apiKeyStream(keyId));
    if (state.status === "none") return true;
    const owner = apiKeyOwnerOf((await load(user, userStream(state.userId))).state);
    return !owner || !isApiKeyGood(state, owner, now) || !(owner.roles.isPro || owner.roles.isAdmin);
  },
};
