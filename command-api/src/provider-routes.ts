import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { clientLimit } from "@attestory/http/security/limit-clients.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { developerRoutes } from "./account-settings/developer-routes.ts";
import { adminApplicationRoutes } from "./admin/application-routes.ts";
import { adminGrantRoutes } from "./admin/grant-routes.ts";
import { activeAdmins } from "./admin/keep-roster.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import type { CallReports } from "./applications/record-client-call.ts";
import { applicationRoutes } from "./applications/routes.ts";
import { authorizeRoutes } from "./authorize/authorize-routes.ts";
import type { CommandSettings } from "./config.ts";
import type { CommandHandler } from "./handling/command-handler.ts";
import type { CommandRoute } from "./handling/command-route.ts";
import type { Commands } from "./handling/commands.ts";
import type { MailLimits } from "./mail/mail-limits.ts";
import { provisioningRoutes } from "./provisioning/routes.ts";
import type { SessionActivity } from "./sessions/session-activity.ts";
import { signedInVisitor } from "./sessions/signed-in-visitor.ts";
import { createClientAuthentication } from "./tokens/authenticate-client.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import type { TokenSigner } from "./tokens/token-signer.ts";

interface ProviderDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
  rateLimiter: RateLimiter;
  settings: CommandSettings;
  signer: TokenSigner;
  sessionActivity: SessionActivity;
  now: Clock;
  reportCall: CallReports["reportCall"];
}

/** The routes of the OAuth provider, for developers and for applications. */
export const providerRoutes = (
  commands: Commands,
  {
    commandHandler,
    keyring,
    mailLimits,
    rateLimiter,
    settings,
    signer,
    sessionActivity,
    reportCall,
    now,
  }: ProviderDependencies,
): CommandRoute[] => [
  ...developerRoutes(commands, { commandHandler, mailLimits }),
  ...adminApplicationRoutes(commands, { commandHandler }),
  ...adminGrantRoutes(commands, { commandHandler }),
  ...applicationRoutes(commands, {
    commandHandler,
    keyring,
    mailLimits,
    activeAdmins: () => activeAdmins(commandHandler),
    clientSecretDisplay: settings.clientSecretDisplay,
  }),
  ...tokenRoutes(commands, {
    commandHandler,
    signer,
    issuer: settings.publicUrl,
    hmac: (...parts) => keyring.hmac("link key", ...parts),
    waitForRevocation: commands.waitForRevocation,
    limitClient: clientLimit(rateLimiter),
    authenticateClient: createClientAuthentication(commandHandler, { rateLimiter, reportCall }),
    reportCall,
  }),
  ...apiKeyRoutes(commands, { commandHandler, keyring, mailLimits }),
  ...provisioningRoutes(commands, {
    commandHandler,
    keyring,
    mailLimits,
    enumerationProtection: settings.enumerationProtection,
    invitationsPerDay: settings.invitationsPerDay,
  }),
  ...authorizeRoutes(commands, {
    commandHandler,
    keyring,
    issuer: settings.publicUrl,
    mailLimits,
    rateLimiter,
    signedIn: signedInVisitor({ commandHandler, sessionActivity, now }),
    reportCall,
  }),
];
