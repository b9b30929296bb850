/** The rule for API keys. The command side applies it to the state of streams, the query side to documents. */

export interface ApiKeyLimits {
  apiKeyEpoch: number;
  /** ISO 8601; null if it does not expire. */
  expiresAt: string | null;
  revoked: boolean;
}

export interface ApiKeyOwner {
  isActive: boolean;
  emailVerified: boolean;
  /** Raised by every event that ends the user's API keys: "this wasn't me", an undone change of the address, deactivation. */
  apiKeyEpoch: number;
}

/** How often the use of a key is recorded. */
export const useEverySeconds = 300;

/** Whether the key signs in. Whether its owner is Pro is another question: without that, a key is refused but does not end. */
export const isApiKeyGood = (key: ApiKeyLimits, owner: ApiKeyOwner, now: Date): boolean =>
  !key.revoked &&
  owner.isActive &&
  owner.emailVerified &&
  key.apiKeyEpoch === owner.apiKeyEpoch &&
  (key.expiresAt === null || now < new Date(key.expiresAt));
