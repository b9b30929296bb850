import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import type { Route } from "@attestory/http/routing/route.ts";
import type { RouteGroup } from "@attestory/http/routing/route-table.ts";
import { limitApiKeys } from "@attestory/http/security/limit-api-keys.ts";
import { requireStepUp } from "@attestory/http/security/require-step-up.ts";
import { accountRoutes } from "./account/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { accessRoutes } from "./admin/access-routes.ts";
import { backupRoutes } from "./admin/backup-routes.ts";
import { buildRoutes } from "./admin/build-routes.ts";
import { erasureRoutes } from "./admin/erasure-routes.ts";
import { exportRoutes } from "./admin/export-routes.ts";
import { integrityRoutes } from "./admin/integrity-routes.ts";
import { requireSecondFactor } from "./admin/require-second-factor.ts";
import { adminRoutes } from "./admin/routes.ts";
import { adminUserRoutes } from "./admin/user-routes.ts";
import { analyticsRoutes } from "./analytics/routes.ts";
import { keyAuthenticator } from "./api-keys/authenticate-key.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { claimsRoutes } from "./applications/claims-preview-routes.ts";
import { callRoutes } from "./applications/client-call-routes.ts";
import { publicApplicationRoutes } from "./applications/public-routes.ts";
import { applicationRoutes } from "./applications/routes.ts";
import { initialTokenRoutes } from "./client-registration/routes.ts";
import { clientSourceRoutes } from "./client-sources/routes.ts";
import { byKind } from "./handling/authenticate-by-kind.ts";
import type { QueryPrincipal } from "./handling/query-route.ts";
import { refuseUnreadable } from "./handling/refuse-unreadable.ts";
import { hardwareKeyRoutes } from "./hardware-keys/routes.ts";
import { joiningRoutes } from "./joining/routes.ts";
import { introspectionRoutes } from "./oauth/introspection-routes.ts";
import { metadataRoutes } from "./oauth/metadata-routes.ts";
import { userinfoRoutes } from "./oauth/userinfo-routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { secondFactorRoutes } from "./second-factors/routes.ts";
import { openSharedServices, type QueryApiDependencies, type SharedServices } from "./shared-services.ts";
import { authenticator } from "./sign-in/authenticate-session.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { signingKeyRoutes } from "./signing-keys/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { userRoutes } from "./users/routes.ts";

/** The capabilities, in the order in which /openapi.json lists their calls. */
const parts: readonly ((services: SharedServices) => Route<QueryPrincipal>[])[] = [
  accountRoutes,
  signInRoutes,
  activityRoutes,
  personalDataRoutes,
  applicationRoutes,
  callRoutes,
  publicApplicationRoutes,
  claimsRoutes,
  hardwareKeyRoutes,
  metadataRoutes,
  apiKeyRoutes,
  userinfoRoutes,
  introspectionRoutes,
  userRoutes,
  adminRoutes,
  adminUserRoutes,
  joiningRoutes,
  initialTokenRoutes,
  clientSourceRoutes,
  accessRoutes,
  signingKeyRoutes,
  systemRoutes,
  secondFactorRoutes,
  exportRoutes,
  backupRoutes,
  buildRoutes,
  integrityRoutes,
  erasureRoutes,
  analyticsRoutes,
];

export interface QueryApi extends RouteGroup<QueryPrincipal> {
  /** Resolves when all activity of sessions and applications has been recorded. Await it before closing the log. */
  settled(): Promise<void>;
}

/** Opens the query side on either stack. */
export function openQueryApi(dependencies: QueryApiDependencies): QueryApi {
  const services = openSharedServices(dependencies);
  const { stepUpSeconds, now } = services;
  const isRecent = (principal: QueryPrincipal) =>
    principal.kind === "session" &&
    isRecentAuthentication(new Date(principal.session.authenticatedAt), stepUpSeconds, now());
  const declared = parts.flatMap((part) => part(services));
  const routes = requireStepUp(declared, isRecent);
  const refuseAdmin = requireSecondFactor(services);
  const refusing = refuseUnreadable(services.reportError);
  return {
    routes: limitApiKeys(services.rateLimiter, routes, keyOf).map((route) => ({
      ...route,
      handle: refusing(route.handle),
    })),
    authenticate: refusing(
      byKind({
        session: authenticator({ ...services, refuseAdmin }),
        token: services.authenticateToken,
        apiKey: keyAuthenticator(services),
      }),
    ),
    settled: () => services.uses.settled(),
  };
}

const keyOf = (principal: QueryPrincipal) => (principal.kind === "apiKey" ? principal.keyId : null);
