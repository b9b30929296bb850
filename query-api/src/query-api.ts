import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RouteGroup } from "@attestory/http/routing/route-table.ts";
import { limitApiKeys } from "@attestory/http/security/limit-api-keys.ts";
import type { Notices } from "@attestory/http/server/create-service.ts";
import type { SecretSettings } from "@attestory/http/settings/secret-variables.ts";
import type { Progress } from "@attestory/projections/follower/progress.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { accountRoutes } from "./account/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { accessRoutes } from "./admin/access-routes.ts";
import { backupRoutes } from "./admin/backup-routes.ts";
import { exportRoutes, type WriteBackup } from "./admin/export-routes.ts";
import { requireSecondFactor } from "./admin/require-second-factor.ts";
import { adminRoutes } from "./admin/routes.ts";
import { adminUserRoutes } from "./admin/user-routes.ts";
import { analyticsRoutes } from "./analytics/routes.ts";
import { keyAuthenticator } from "./api-keys/authenticate-key.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { claimsRoutes } from "./applications/claims-preview-routes.ts";
import { callRoutes } from "./applications/client-call-routes.ts";
import { publicApplicationRoutes } from "./applications/public-routes.ts";
import { createSecretReveals } from "./applications/reveal-secrets.ts";
import { applicationRoutes } from "./applications/routes.ts";
import { byKind } from "./handling/authenticate-by-kind.ts";
import { createFreshness } from "./handling/freshness.ts";
import type { QueryPrincipal } from "./handling/query-route.ts";
import { refuseUnreadable } from "./handling/refuse-unreadable.ts";
import { hardwareKeyRoutes } from "./hardware-keys/routes.ts";
import { joiningRoutes } from "./joining/routes.ts";
import { tokenAuthenticator } from "./oauth/authenticate-token.ts";
import { introspectionRoutes } from "./oauth/introspection-routes.ts";
import { liveTokens } from "./oauth/live-tokens.ts";
import { metadataRoutes } from "./oauth/metadata-routes.ts";
import { userinfoRoutes } from "./oauth/userinfo-routes.ts";
import { accessTokenVerifier } from "./oauth/verify-access-token.ts";
import { shownRecorder } from "./recording/shown-recorder.ts";
import { createUseRecorder } from "./recording/use-recorder.ts";
import { secondFactorRoutes } from "./second-factors/routes.ts";
import { authenticator } from "./sign-in/authenticate-session.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { userRoutes } from "./users/routes.ts";

export interface QueryApiDependencies {
  /** The issuer of tokens. */
  publicUrl: string;
  /** The address that the Pro notice shows, or null. */
  contactEmail: string | null;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
  rateLimiter: RateLimiter;
  /** Null if jobs are processed, else a reason that is safe to show. */
  checkJobs(): Promise<string | null> | string | null;
  log: Pick<EventLog, "generation" | "head" | "read" | "append">;
  sealing: Sealing;
  keyring: Pick<Keyring, "hmac" | "decryptSecret">;
  writeBackup: WriteBackup;
  /** How often the service takes a backup by itself, if it does. */
  backupEverySeconds?: number | undefined;
  settings: SecretSettings;
  store: ReadStore;
  progress: Progress;
  now: Clock;
  /** Of this process. */
  notices: Notices;
  /** Reports errors to the operator that callers do not see. */
  reportError(message: string, error: unknown): void;
}

export interface QueryApi extends RouteGroup<QueryPrincipal> {
  /** Resolves when all activity of sessions and applications has been recorded. Await it before closing the log. */
  settled(): Promise<void>;
}

/** The query side, on either stack. */
export function queryRoutes({
  publicUrl,
  contactEmail,
  invitationsPerDay,
  rateLimiter,
  checkJobs,
  log,
  sealing,
  keyring,
  writeBackup,
  backupEverySeconds,
  store,
  progress,
  settings,
  now,
  notices,
  reportError,
}: QueryApiDependencies): QueryApi {
  const { generation } = log;
  const hmac = (...parts: string[]) => keyring.hmac("link key", ...parts);
  const freshness = createFreshness({ log, progress, hmac, now });
  const uses = createUseRecorder({ log, sealing, now, reportError });
  const recordShown = shownRecorder({ log, sealing });
  const revealSecrets = createSecretReveals({ recordShown, keyring, settings, now, reportError });
  const refusing = refuseUnreadable(reportError);
  const verify = accessTokenVerifier({ issuer: publicUrl, store, now });
  const live = liveTokens({ store, log, freshness, now });
  const authenticateToken = tokenAuthenticator({ verify, live, freshness, uses });
  const refuseAdmin = requireSecondFactor({ store, freshness, required: settings.requireAdminSecondFactor });
  const routes = [
    ...accountRoutes({ store, freshness, generation, now }),
    ...signInRoutes({ store, sealing, generation, now }),
    ...activityRoutes({ store, sealing, freshness }),
    ...applicationRoutes({ store, revealSecrets, clientSecretDisplay: settings.clientSecretDisplay }),
    ...callRoutes({ store, freshness }),
    ...publicApplicationRoutes({ store, freshness }),
    ...claimsRoutes({ store, issuer: publicUrl, now }),
    ...hardwareKeyRoutes({ store, freshness }),
    ...metadataRoutes({ issuer: publicUrl, store, freshness }),
    ...apiKeyRoutes({ store, freshness, now, invitationsPerDay, contactEmail }),
    ...userinfoRoutes(authenticateToken),
    ...introspectionRoutes({ issuer: publicUrl, verify, live, hmac, store, freshness, rateLimiter, now }),
    ...userRoutes({ store }),
    ...adminRoutes({ store, freshness, now, notices }),
    ...adminUserRoutes({ store, sealing, freshness, generation, now, invitationsPerDay }),
    ...joiningRoutes({ store, freshness, now }),
    ...accessRoutes({ store, freshness, now }),
    ...systemRoutes({ checks: partChecks({ log, store, checkJobs }), progress }),
    ...secondFactorRoutes({ store, sealing, freshness, now }),
    ...exportRoutes({ log, writeBackup, recordShown, settings, now }),
    ...backupRoutes({ store, freshness, everySeconds: backupEverySeconds ?? null }),
    ...analyticsRoutes({ store, freshness, now }),
  ];
  return {
    routes: limitApiKeys(rateLimiter, routes, keyOf).map((route) => ({ ...route, handle: refusing(route.handle) })),
    authenticate: refusing(
      byKind({
        session: authenticator({ log, store, freshness, uses, refuseAdmin, now }),
        token: authenticateToken,
        apiKey: keyAuthenticator({ log, store, freshness, hmac, uses, now }),
      }),
    ),
    settled: () => uses.settled(),
  };
}

const keyOf = (principal: QueryPrincipal) => (principal.kind === "apiKey" ? principal.keyId : null);

/** A user whose account does not exist. */
const noUser = "00000000-0000-0000-0000-000000000000";

const partChecks = ({ log, store, checkJobs }: Pick<QueryApiDependencies, "log" | "store" | "checkJobs">) => ({
  eventLog: () => log.head().then(() => null),
  readStore: () => store.get(users, noUser).then(() => null),
  jobs: checkJobs,
});
