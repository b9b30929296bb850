import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import { type RateLimiter, unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { goodAdminLink } from "./admin/admin-link.ts";
import type { GenerationControl } from "./admin/generation-control.ts";
import { activeAdmins } from "./admin/keep-roster.ts";
import { apiKeyGuard } from "./api-keys/authenticate-api-key.ts";
import { type CallReports, createCallReports } from "./applications/record-client-call.ts";
import { grantGuard } from "./authorizations/grant-guard.ts";
import { type ClientDocuments, createClientDocuments } from "./client-documents/client-documents.ts";
import type { CommandSettings } from "./config.ts";
import { type CommandHandler, createCommandHandler } from "./handling/command-handler.ts";
import { type Commands, createCommands } from "./handling/commands.ts";
import { hasHardwareKey } from "./hardware-keys/has-hardware-key.ts";
import { type RelyingParty, relyingParty } from "./hardware-keys/relying-party.ts";
import { type DevInbox, openDevInbox } from "./mail/dev-inbox.ts";
import { createMailLimits, type MailLimits } from "./mail/mail-limits.ts";
import { createEmailRenderer } from "./mail/render-email.ts";
import { createPasswordHasher, type PasswordCost, type PasswordHasher } from "./passwords/password-hasher.ts";
import { createSessionActivity, type SessionActivity } from "./sessions/session-activity.ts";
import { sessionGuard } from "./sessions/session-guard.ts";
import { type Attempts, createAttempts } from "./sign-in/attempts.ts";
import { openTokenSigner, type TokenSigner } from "./tokens/token-signer.ts";

/** What the process hands to the command side. */
export interface CommandApiDependencies {
  settings: CommandSettings;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  /** Counts sign-in attempts and emails. */
  rateLimiter: RateLimiter;
  /** Of client assertions, and of DPoP proofs. */
  singleUses: SingleUses;
  now: Clock;
  /** The cost of hashing a password: OWASP's recommendation, unless tests set less. */
  passwordCost?: PasswordCost;
  /** Null: this process cannot change over to another generation while it runs. */
  generations?: GenerationControl | null;
  projected(position: Position, ms: number): Promise<boolean>;
  /** Reports errors to the operator. They never reach the caller. */
  reportError(message: string, error: unknown, context?: object): void;
}

/** What all capabilities share, with the settings beside it. Each names in the type of its parameter what it takes. */
export interface SharedServices
  extends CommandSettings,
    Pick<CommandApiDependencies, "log" | "sealing" | "keyring" | "rateLimiter" | "singleUses" | "now" | "reportError"> {
  generations: GenerationControl | null;
  /** The keyring's HMAC under the link key. */
  hmac: KeyedDigest;
  commandHandler: CommandHandler;
  commands: Commands;
  hasher: PasswordHasher;
  mailLimits: MailLimits;
  attempts: Attempts;
  signer: TokenSigner;
  relyingParty: RelyingParty;
  sessionActivity: SessionActivity;
  /** Null if there is a mail server. */
  devInbox: DevInbox | null;
  reportCall: CallReports["reportCall"];
  clientDocuments: ClientDocuments;
  /** The ids of the accounts that count as active admins. */
  activeAdmins(): Promise<readonly string[]>;
  /** The id of the link for the first admin that this token is of; null if it is none that still works. */
  goodAdminLink(token: string): Promise<string | null>;
  hasHardwareKey(userId: string): Promise<boolean>;
}

/** Opens them once. `close` resolves when what they do in the background has ended. */
export async function openSharedServices(
  dependencies: CommandApiDependencies,
): Promise<{ services: SharedServices; close(): Promise<void> }> {
  const { settings, log, sealing, keyring, now, generations = null, reportError } = dependencies;
  const { publicUrl } = settings;
  const guards = { session: sessionGuard, grant: grantGuard, apiKey: apiKeyGuard };
  const commandHandler = createCommandHandler(log, sealing, { now, reportError, guards });
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
  const sessionActivity = createSessionActivity(commandHandler, (error) =>
    reportError("session activity not recorded", error),
  );
  const callReports = createCallReports({ commandHandler, rateLimiter, now, reportError });
  // Without a mail server, the dev inbox shows the emails.
  const devInbox = settings.smtp
    ? null
    : await openDevInbox(log, createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl }));
  const services: SharedServices = {
    ...settings,
    log,
    sealing,
    keyring,
    rateLimiter,
    singleUses: dependencies.singleUses,
    now,
    generations,
    reportError,
    hmac: (...parts) => keyring.hmac("link key", ...parts),
    commandHandler,
    commands: createCommands({ ...dependencies, generation: log.generation, settled: commandHandler.settled }),
    hasher,
    mailLimits,
    attempts,
    signer,
    relyingParty: relyingParty(publicUrl),
    sessionActivity,
    devInbox,
    reportCall: callReports.reportCall,
    clientDocuments: createClientDocuments({
      commandHandler,
      rateLimiter,
      allowPrivate: settings.outboundAllowPrivate,
    }),
    activeAdmins: () => activeAdmins(commandHandler),
    goodAdminLink: (token) => goodAdminLink({ commandHandler, keyring, now }, token),
    hasHardwareKey: (userId) => hasHardwareKey(commandHandler, userId),
  };
  return {
    services,
    async close() {
      await sessionActivity.settled();
      await callReports.settled();
      await attempts.settled();
      await devInbox?.close();
      await commandHandler.settled();
    },
  };
}
