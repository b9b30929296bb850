import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/routing/request-context.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import { type RateLimiter, unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { identifierRoutes } from "./account-settings/identifier-routes.ts";
import { passwordlessRoutes } from "./account-settings/passwordless-routes.ts";
import { accountSettingsRoutes } from "./account-settings/routes.ts";
import { goodAdminLink } from "./admin/admin-link.ts";
import { grantingFirstAdmin, settleFirstAdmin } from "./admin/first-admin.ts";
import type { GenerationParts } from "./admin/generation-routes.ts";
import { givingInvitedRoles } from "./admin/give-invited-roles.ts";
import { operatorLinkRoutes } from "./admin/link-routes.ts";
import { requireSecondFactor } from "./admin/require-second-factor.ts";
import { adminRoutes } from "./admin/routes.ts";
import { serviceRoutes } from "./admin/service-routes.ts";
import { createCallReports } from "./applications/record-client-call.ts";
import { createAuthentication } from "./authenticate-command.ts";
import { authorityGuards } from "./authority-guards.ts";
import type { CommandSettings } from "./config.ts";
import { consentRoutes } from "./consents/routes.ts";
import { createFirstAdmin, type FirstAdmin } from "./first-admin-lines.ts";
import { guardRoutes } from "./guard-routes.ts";
import { createCommandHandler } from "./handling/command-handler.ts";
import type { CommandPrincipal } from "./handling/command-principal.ts";
import { type CommandRoute, refusingWithoutStores } from "./handling/command-route.ts";
import { createCommands } from "./handling/commands.ts";
import { hasHardwareKey } from "./hardware-keys/has-hardware-key.ts";
import { relyingParty } from "./hardware-keys/relying-party.ts";
import { hardwareKeysOfAccounts } from "./hardware-keys-of-accounts.ts";
import { joiningRoutes } from "./joining/routes.ts";
import { openDevInbox } from "./mail/dev-inbox.ts";
import { createMailLimits } from "./mail/mail-limits.ts";
import { createEmailRenderer } from "./mail/render-email.ts";
import { devInboxRoutes } from "./mail/routes.ts";
import { createPasswordHasher, type PasswordCost } from "./passwords/password-hasher.ts";
import { providerRoutes } from "./provider-routes.ts";
import { notMeRoutes } from "./recovery/not-me-routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import { secureRoutes } from "./recovery/secure-routes.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { secondFactorRoutes } from "./second-factors/routes.ts";
import { createAttempts } from "./sign-in/attempts.ts";
import { keySignInRoutes } from "./sign-in/key-routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { stepUpRoutes } from "./step-up/routes.ts";
import { openTokenSigner } from "./tokens/token-signer.ts";

export interface CommandApiDependencies extends Pick<GenerationParts, "generations"> {
  settings: CommandSettings;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  /** Counts sign-in attempts and emails. */
  rateLimiter: RateLimiter;
  now: Clock;
  /** The cost of hashing a password: OWASP's recommendation, unless tests set less. */
  passwordCost?: PasswordCost;
  projected(position: Position, ms: number): Promise<boolean>;
  /** Reports errors to the operator. They never reach the caller. */
  reportError(message: string, error: unknown, context?: object): void;
}

export interface CommandApi {
  routes: CommandRoute[];
  authenticate(
    credential: Credential,
    context: RequestContext,
    route: CommandRoute,
  ): Promise<CommandPrincipal | ProblemAnswer>;
  admins: FirstAdmin;
  close(): Promise<void>;
}

/** Opens the command side on either stack. */
export async function openCommandApi(dependencies: CommandApiDependencies): Promise<CommandApi> {
  const { settings, log, sealing, keyring, now, reportError } = dependencies;
  const { publicUrl, enumerationProtection } = settings;
  const commandHandler = createCommandHandler(log, sealing, { now, reportError, guards: authorityGuards });
  const signer = await openTokenSigner({ commandHandler, keyring, now, reportError });
  const hasher = await createPasswordHasher(
    (error) => reportError("stored password hash unreadable", error),
    dependencies.passwordCost,
  );
  const rateLimiter = settings.rateLimits ? dependencies.rateLimiter : unlimited;
  const mailLimits = createMailLimits(rateLimiter);
  const attempts = createAttempts({
    rateLimiter,
    commandHandler,
    maySend: mailLimits.maySendUnlock,
    reportError: (error) => reportError("sign-in attempt not recorded", error),
  });
  const commands = createCommands({ ...dependencies, generation: log.generation, settled: commandHandler.settled });
  // Without a mail server, the dev inbox shows the emails.
  const inbox = settings.smtp
    ? null
    : await openDevInbox(log, createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl }));
  const refuseAdmin = requireSecondFactor(commandHandler, settings.requireAdminSecondFactor);
  const authentication = createAuthentication({ commandHandler, keyring, now, refuseAdmin, reportError });
  const callReports = createCallReports({ commandHandler, rateLimiter, now, reportError });
  const provider = {
    commandHandler,
    keyring,
    mailLimits,
    rateLimiter,
    settings,
    signer,
    sessionActivity: authentication.sessionActivity,
    reportCall: callReports.reportCall,
    now,
  };
  const party = relyingParty(publicUrl);
  /** What every call needs that may begin a session. */
  const beginning = { commandHandler, keyring, attempts, mailLimits, times: settings.sessionTimes };

  const routes = [
    ...registrationRoutes(commands, {
      ...beginning,
      hasher,
      rateLimiter,
      enumerationProtection,
      goodAdminLink: (token) => goodAdminLink({ commandHandler, keyring, now }, token),
    }),
    ...accountSettingsRoutes(commands, { commandHandler, keyring, hasher, attempts, mailLimits }),
    ...identifierRoutes(commands, { log, commandHandler, keyring, mailLimits, rateLimiter, enumerationProtection }),
    ...passwordlessRoutes(commands, { commandHandler, keyring, hasher, mailLimits }),
    ...providerRoutes(commands, provider),
    ...notMeRoutes(commands, { log, commandHandler, keyring }),
    ...secureRoutes(commands, { log, commandHandler, keyring, mailLimits }),
    ...recoveryRoutes(commands, { commandHandler, keyring, hasher, attempts, mailLimits, rateLimiter }),
    ...stepUpRoutes(commands, {
      commandHandler,
      keyring,
      hasher,
      attempts,
      mailLimits,
      relyingParty: party,
    }),
    ...hardwareKeysOfAccounts(commands, { commandHandler, keyring, mailLimits, relyingParty: party }),
    ...keySignInRoutes(commands, {
      ...beginning,
      relyingParty: party,
      keyAttempts: windowPerNetwork(rateLimiter, "hardware key attempts", { limit: 100, seconds: 3600 }),
    }),
    ...signInRoutes(commands, { ...beginning, hasher, enumerationProtection }),
    ...adminRoutes(commands, { log, commandHandler, keyring, attempts, mailLimits }),
    ...joiningRoutes(commands, { commandHandler, keyring, mailLimits, publicUrl, sendsEmails: settings.smtp !== null }),
    ...serviceRoutes(commands, { ...dependencies, commandHandler, rateLimiter }),
    ...consentRoutes(commands, { commandHandler }),
    ...secondFactorRoutes(commands, {
      commandHandler,
      keyring,
      mailLimits,
      hasHardwareKey: (userId) => hasHardwareKey(commandHandler, userId),
    }),
    ...operatorLinkRoutes(commands, { ...beginning, hasher, rateLimiter }),
    ...(inbox ? devInboxRoutes(inbox) : []),
  ];
  const refusing = refusingWithoutStores(reportError);
  const firstAdmin = { commandHandler, keyring, now, firstAdminEmail: settings.firstAdminEmail };
  await settleFirstAdmin(firstAdmin).catch((error) => reportError("role of the first admin not granted", error));
  return {
    routes: guardRoutes(grantingFirstAdmin(givingInvitedRoles(routes, firstAdmin), firstAdmin), {
      rateLimiter,
      now,
      stepUpSeconds: settings.stepUpSeconds,
      reportError,
    }),
    authenticate: refusing(authentication.authenticate),
    admins: createFirstAdmin({ commandHandler, keyring, publicUrl, now }),
    async close() {
      await authentication.settled();
      await callReports.settled();
      await attempts.settled();
      await inbox?.close();
      await commandHandler.settled();
    },
  };
}
