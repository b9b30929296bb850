import type { Clock } from "@attestory/events/clock.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { EventLog } from "@attestory/events/log/event-log.ts";
import type { Keyring } from "@attestory/events/vault/keyring.ts";
import type { Sealing } from "@attestory/events/vault/sealing.ts";
import { notSignedIn, type ProblemAnswer } from "@attestory/http/problem.ts";
import type { Credential, RequestContext } from "@attestory/http/request-context.ts";
import { createPasswordHasher } from "./account/password.ts";
import { accountRoutes } from "./account/routes.ts";
import { startClaimSweeper } from "./account/sweep-claims.ts";
import { authenticate, type SignedIn } from "./authenticate.ts";
import { type CommandRoute, createCommands, refusingWithoutLog } from "./command-route.ts";
import type { CommandSettings } from "./config.ts";
import { createJournal } from "./journal.ts";
import { type Budgets, noLimits } from "./limits/budgets.ts";
import { openDevInbox } from "./mail/dev-inbox.ts";
import type { MailJobs } from "./mail/mail-jobs.ts";
import { createMailLimits } from "./mail/mail-limits.ts";
import { devInboxRoutes } from "./mail/routes.ts";
import { type MailTransport, smtpTransport } from "./mail/send-mail.ts";
import { startMailWorker } from "./mail/worker.ts";
import { createLetterWriter, type LetterWriter } from "./mail/write-letter.ts";
import { createAttempts } from "./sign-in/attempts.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { createSessionUse } from "./sign-in/session-use.ts";

export interface CommandApiDependencies {
  settings: CommandSettings;
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  jobs: MailJobs;
  /** Where attempts and letters are counted. */
  budgets: Budgets;
  now: Clock;
  projected(position: Position, ms: number): Promise<boolean>;
  /** Hears what an operator should know and no caller is told. */
  onTrouble(message: string, error: unknown, context?: object): void;
}

export interface CommandApi {
  routes: CommandRoute[];
  authenticate(credential: Credential, context: RequestContext): Promise<SignedIn | ProblemAnswer>;
  /** A reason in words that may be shown to anyone, or null while the log is followed for the letters that it asks for. */
  mailFault(): string | null;
  close(): Promise<void>;
}

/** The deciding side on whatever stack its parts come from. */
export async function openCommandApi(dependencies: CommandApiDependencies): Promise<CommandApi> {
  const { settings, log, sealing, keyring, jobs, now, onTrouble } = dependencies;
  const { publicUrl, enumerationProtection } = settings;
  const journal = createJournal(log, sealing, { now, onTrouble });
  const hasher = await createPasswordHasher((error) => onTrouble("a stored password hash cannot be read", error));
  const budgets = settings.rateLimits ? dependencies.budgets : noLimits;
  const attempts = createAttempts(budgets, journal, (error) => onTrouble("an attempt was not noted", error));
  const mailLimits = createMailLimits(budgets);
  const commands = createCommands({ ...dependencies, generation: log.generation, settled: journal.settled });
  const letters = createLetterWriter({ log, sealing, keyring, journal, publicUrl });
  const mail = await openMail(settings, log, letters);
  const worker = await startMailWorker({
    log,
    journal,
    letters,
    jobs,
    now,
    transport: mail.transport,
    onTrouble,
  });
  const sweeper = await startClaimSweeper({
    ...{ log, journal, keyring, now },
    onTrouble: (error) => onTrouble("an abandoned claim of an address or a name was not settled", error),
  });
  const use = createSessionUse(journal, (error) => onTrouble("the use of a session was not noted", error));

  const routes = [
    ...accountRoutes(commands, { journal, keyring, hasher, attempts, mailLimits, budgets, enumerationProtection }),
    ...signInRoutes(commands, { journal, keyring, hasher, attempts, times: settings.sessionTimes }),
    ...mail.routes,
  ];
  return {
    routes: refusingWithoutLog(routes, onTrouble),
    async authenticate({ value }, context) {
      const at = now();
      const who = await authenticate(journal, value, at);
      if (!who) return notSignedIn();
      use.noted(who, context, at);
      return who;
    },
    mailFault: worker.readiness,
    async close() {
      await use.settled();
      await attempts.settled();
      await sweeper.close();
      await worker.close();
      await journal.settled();
    },
  };
}

/** Where letters go, and the calls that show them where that is nowhere. */
async function openMail(
  { smtp, publicUrl }: CommandSettings,
  log: EventLog,
  letters: LetterWriter,
): Promise<{ transport: MailTransport; routes: CommandRoute[] }> {
  if (smtp) return { transport: smtpTransport(smtp.url, smtp.from, publicUrl), routes: [] };
  const inbox = await openDevInbox(log, letters);
  return { transport: inbox, routes: devInboxRoutes(inbox.list) };
}
