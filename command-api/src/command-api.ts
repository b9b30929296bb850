import type { Presented } from "@attestory/http/routing/answer-route.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { accountSettingsRoutes } from "./account-settings/routes.ts";
import { adminApplicationRoutes } from "./admin/application-routes.ts";
import { settleFirstAdmin } from "./admin/first-admin.ts";
import { createFirstAdmin, type FirstAdmin } from "./admin/first-admin-lines.ts";
import { adminGrantRoutes } from "./admin/grant-routes.ts";
import { operatorLinkRoutes } from "./admin/link-routes.ts";
import { requireSecondFactor } from "./admin/require-second-factor.ts";
import { adminRoutes } from "./admin/routes.ts";
import { serviceRoutes } from "./admin/service-routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { applicationRoutes } from "./applications/routes.ts";
import { authorizeRoutes } from "./authorize/authorize-routes.ts";
import { initialTokenRoutes } from "./client-registration/initial-token-routes.ts";
import { registrationRoutes as registrationRoutesOfClients } from "./client-registration/registration-routes.ts";
import { clientSourceRoutes } from "./client-sources/routes.ts";
import { consentRoutes } from "./consents/routes.ts";
import { deviceAuthorizationRoutes } from "./device-authorizations/routes.ts";
import { erasureRoutes } from "./erasure/routes.ts";
import { guardRoutes } from "./guard-routes.ts";
import type { CommandPrincipal } from "./handling/command-principal.ts";
import { type CommandRoute, refusingWithoutStores } from "./handling/command-route.ts";
import { hardwareKeyRoutes } from "./hardware-keys/routes.ts";
import { joiningRoutes } from "./joining/routes.ts";
import { logoutRoutes } from "./logout/routes.ts";
import { devInboxRoutes } from "./mail/routes.ts";
import { provisioningRoutes } from "./provisioning/routes.ts";
import { pushedRequestRoutes } from "./pushed-requests/routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { secondFactorRoutes } from "./second-factors/routes.ts";
import { type CommandApiDependencies, openSharedServices, type SharedServices } from "./shared-services.ts";
import { createAuthentication } from "./sign-in/authenticate-command.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { signingKeyRoutes } from "./signing-keys/routes.ts";
import { stepUpRoutes } from "./step-up/routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";

/** The capabilities, in the order in which /openapi.json lists their calls. */
const parts: readonly ((services: SharedServices) => CommandRoute[])[] = [
  registrationRoutes,
  accountSettingsRoutes,
  adminApplicationRoutes,
  adminGrantRoutes,
  applicationRoutes,
  tokenRoutes,
  deviceAuthorizationRoutes,
  registrationRoutesOfClients,
  initialTokenRoutes,
  clientSourceRoutes,
  logoutRoutes,
  apiKeyRoutes,
  provisioningRoutes,
  authorizeRoutes,
  pushedRequestRoutes,
  recoveryRoutes,
  stepUpRoutes,
  hardwareKeyRoutes,
  signInRoutes,
  adminRoutes,
  erasureRoutes,
  joiningRoutes,
  serviceRoutes,
  signingKeyRoutes,
  consentRoutes,
  secondFactorRoutes,
  operatorLinkRoutes,
  devInboxRoutes,
];

export interface CommandApi {
  routes: CommandRoute[];
  authenticate(
    credential: Presented,
    context: RequestContext,
    route: CommandRoute,
  ): Promise<CommandPrincipal | ProblemAnswer>;
  admins: FirstAdmin;
  close(): Promise<void>;
}

/** Opens the command side on either stack. */
export async function openCommandApi(dependencies: CommandApiDependencies): Promise<CommandApi> {
  const { services, close } = await openSharedServices(dependencies);
  const { commandHandler, reportError } = services;
  const refuseAdmin = requireSecondFactor(commandHandler, services.requireAdminSecondFactor);
  const authentication = createAuthentication({ ...services, refuseAdmin });
  const routes = parts.flatMap((part) => part(services));
  await settleFirstAdmin(services).catch((error) => reportError("role of the first admin not granted", error));
  return {
    routes: guardRoutes(routes, services),
    authenticate: refusingWithoutStores(reportError)(authentication.authenticate),
    admins: createFirstAdmin(services),
    async close() {
      await authentication.settled();
      await close();
    },
  };
}
