import type { Clock } from "@attestory/events/clock.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog } from "@attestory/events/log/event-log.ts";
import type { Keyring } from "@attestory/events/vault/keyring.ts";
import type { Sealing } from "@attestory/events/vault/sealing.ts";
import { notSignedIn, type ProblemAnswer } from "@attestory/http/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/request-context.ts";
import { createPasswordHasher, type PasswordCost } from "./account/password.ts";
import { accountRoutes } from "./account/routes.ts";
import { authenticate, type SignedIn } from "./authenticate.ts";
import { type CommandRoute, createCommands, refusingWithoutStores, toldWhenHandled } from "./command-route.ts";
import type { CommandSettings } from "./config.ts";
import { createJournal } from "./journal.ts";
import { type Budgets, noLimits } from "./limits/budgets.ts";
import { openDevInbox } from "./mail/dev-inbox.ts";
import { createMailLimits } from "./mail/mail-limits.ts";
import { devInboxRoutes } from "./mail/routes.ts";
import { createLetterWriter } from "./mail/write-letter.ts";
import { createAttempts } from "./sign-in/attempts.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { createSessionUse } from "./sign-in/session-use.ts";

export interface CommandApiDependencies {
  settings: CommandSettings;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  /** Where attempts and letters are counted. */
  budgets: Budgets;
  now: Clock;
  /** What hashing a password costs; what OWASP recommends unless tests hand in less. */
  passwordCost?: PasswordCost;
  projected(position: Position, ms: number): Promise<boolean>;
  /** Hears what an operator should know and no caller is told. */
  onTrouble(message: string, error: unknown, context?: object): void;
}

export interface CommandApi {
  routes: CommandRoute[];
  authenticate(credential: Credential, context: RequestContext): Promise<SignedIn | ProblemAnswer>;
  close(): Promise<void>;
}

/** The deciding side on whatever stack its parts come from. */
export async function openCommandApi(dependencies: CommandApiDependencies): Promise<CommandApi> {
  const { settings, log, sealing, keyring, now, onTrouble } = dependencies;
  const { publicUrl, enumerationProtection } = settings;
  const journal = createJournal(log, sealing, { now, onTrouble });
  const hasher = await createPasswordHasher(
    (error) => onTrouble("a stored password hash cannot be read", error),
    dependencies.passwordCost,
  );
  const budgets = settings.rateLimits ? dependencies.budgets : noLimits;
  const attempts = createAttempts(budgets, journal, (error) => onTrouble("an attempt was not noted", error));
  const mailLimits = createMailLimits(budgets);
  const commands = createCommands({ ...dependencies, generation: log.generation, settled: journal.settled });
  // Where there is no mail server, letters are shown in its place.
  const inbox = settings.smtp
    ? null
    : await openDevInbox(log, createLetterWriter({ log, sealing, keyring, journal, publicUrl }));
  const use = createSessionUse(journal, (error) => onTrouble("the use of a session was not noted", error));

  const routes = [
    ...accountRoutes(commands, { journal, keyring, hasher, attempts, mailLimits, budgets, enumerationProtection }),
    ...signInRoutes(commands, { journal, keyring, hasher, attempts, times: settings.sessionTimes }),
    ...(inbox ? devInboxRoutes(inbox.list) : []),
  ];
  const refusing = refusingWithoutStores(onTrouble);
  return {
    routes: toldWhenHandled(routes).map((told) => ({ ...told, handle: refusing(told.handle) })),
    authenticate: refusing(async ({ value }: Credential, context: RequestContext) => {
      const at = now();
      const who = await authenticate(journal, value, at);
      if (!who) return notSignedIn();
      use.noted(who, context, at);
      return who;
    }),
    async close() {
      await use.settled();
      await attempts.settled();
      await inbox?.close();
      await journal.settled();
    },
  };
}
