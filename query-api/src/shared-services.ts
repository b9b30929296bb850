import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import type { Notices } from "@attestory/http/server/create-service.ts";
import type { SecretSettings } from "@attestory/http/settings/secret-variables.ts";
import type { Progress } from "@attestory/projections/follower/progress.ts";
import type { Builds } from "@attestory/projections/store/builds.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { WriteBackup } from "./admin/export-routes.ts";
import { createFreshness } from "./handling/freshness.ts";
import { tokenAuthenticator } from "./oauth/authenticate-token.ts";
import { bindingCheck } from "./oauth/check-binding.ts";
import { createLiveTokens } from "./oauth/live-tokens.ts";
import { accessTokenVerifier, forOwnEndpoints } from "./oauth/verify-access-token.ts";
import { shownRecorder } from "./recording/shown-recorder.ts";
import { createUseRecorder } from "./recording/use-recorder.ts";

/** What the process hands to the query side. */
export interface QueryApiDependencies {
  settings: SecretSettings;
  publicUrl: string;
  /** The address that the Pro notice shows, or null. */
  contactEmail: string | null;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
  rateLimiter: RateLimiter;
  /** Of client assertions, and of DPoP proofs. */
  singleUses: SingleUses;
  /** Null if jobs are processed, else a reason that is safe to show. */
  checkJobs(): Promise<string | null> | string | null;
  log: Pick<EventLog, "generation" | "head" | "read" | "eventAt" | "readStored" | "append">;
  sealing: Sealing;
  keyring: Pick<Keyring, "hmac" | "decryptSecret">;
  writeBackup: WriteBackup;
  /** How often the service takes a backup by itself, if it does. */
  backupEverySeconds?: number | undefined;
  store: ReadStore;
  /** The builds of read models, also those of other processes. */
  builds: Pick<Builds, "list">;
  progress: Progress;
  now: Clock;
  /** Of this process. */
  notices: Notices;
  /** Reports errors to the operator that callers do not see. */
  reportError(message: string, error: unknown): void;
}

/** What all capabilities share, with the settings beside it. Each names in the type of its parameter what it takes. */
export type SharedServices = ReturnType<typeof openSharedServices>;

/** Opens them once. */
export function openSharedServices({ settings, publicUrl, ...dependencies }: QueryApiDependencies) {
  const { log, keyring, progress, now } = dependencies;
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  // Tokens are issued by the public address.
  const given = { ...settings, ...dependencies, issuer: publicUrl, generation: log.generation, hmac };
  const freshness = createFreshness({ log, progress, hmac, now });
  const uses = createUseRecorder(given);
  const verifySignedToken = accessTokenVerifier(given);
  const tokens = {
    verifySignedToken,
    verifyAccessToken: forOwnEndpoints(verifySignedToken),
    liveTokens: createLiveTokens({ ...given, freshness }),
  };
  return {
    ...given,
    ...tokens,
    freshness,
    uses,
    recordShown: shownRecorder(given),
    authenticateToken: tokenAuthenticator({ ...tokens, freshness, uses, checkBinding: bindingCheck(given) }),
  };
}
