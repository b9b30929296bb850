import { applicationStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { application } from "./application.ts";
import type { ApplicationChange, ApplicationCommand, ApplicationReason } from "./application-command.ts";
import type { Application } from "./application-state.ts";
import { type SettingReason, settingReasons } from "./client-authentication.ts";
import { uncountApplications } from "./count-application.ts";
import { type ApplicationDependencies, makeSecret, type WithSecret, withSecret } from "./register-application.ts";

/** An application, as its owner names it. */
export interface OwnApplication {
  ownerId: string;
  applicationId: string;
}

type Refusal<Reason extends ApplicationReason = never> = Refused<"no-such-application" | Reason | HandlingReason>;

export interface ChangeDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
  /** The ids of the accounts that count as active admins. */
  activeAdmins(): Promise<readonly string[]>;
}

type AskedChange = OwnApplication & { change: ApplicationChange };
interface Changed {
  position: bigint;
  application: Application;
}

/** Of a trusted application, admins are told: see docs/decisions/who-is-told-about-an-application.md. So its changes are limited. */
export async function changeApplication(
  dependencies: ChangeDependencies,
  asked: AskedChange,
  commandContext: CommandContext,
): Promise<Changed | Refusal<SettingReason> | TooManyAttempts> {
  const { commandHandler, mailLimits } = dependencies;
  const { ownerId, applicationId } = asked;
  const perform = () => change(dependencies, { ...asked, isByItself: false }, commandContext);
  const before = (await commandHandler.load(application, applicationStream(applicationId))).state;
  const isLimited = before.status === "registered" && before.ownerId === ownerId && before.trusted;
  const outcome = await (isLimited ? mailLimits.ofAccount(ownerId, perform) : perform());
  if (isRefused(outcome)) return "waitSeconds" in outcome ? outcome : known(outcome, ...settingReasons);
  return changed(commandHandler, { ...asked, position: outcome.position });
}

/** By its registration access token. Its caller limits the changes: they must not use up those of its owner. */
export async function changeByItself(
  dependencies: ChangeDependencies,
  asked: AskedChange,
  commandContext: CommandContext,
): Promise<Changed | Refusal<SettingReason | "weaker-than-required">> {
  const outcome = await change(dependencies, { ...asked, isByItself: true }, commandContext);
  if (isRefused(outcome)) return known(outcome, ...settingReasons, "weaker-than-required");
  return changed(dependencies.commandHandler, { ...asked, position: outcome.position });
}

async function change(
  { commandHandler, activeAdmins }: ChangeDependencies,
  { ownerId, applicationId, isByItself, change: settings }: AskedChange & { isByItself: boolean },
  commandContext: CommandContext,
) {
  const admins = (await activeAdmins()).filter((id) => id !== ownerId);
  const command = { type: "change", ownerId, admins, isByItself, ...settings } as const;
  return handle(commandHandler, { applicationId, ownerId, command }, commandContext);
}

/** A repeated command may find that the application was deleted or handed over. */
async function changed(
  { load }: CommandHandler,
  { ownerId, applicationId, position }: OwnApplication & { position: bigint },
): Promise<Changed | Refused<"conflict">> {
  const { state } = await load(application, applicationStream(applicationId));
  if (state.status !== "registered" || state.ownerId !== ownerId) return { refused: "conflict" };
  return { position, application: state };
}

/** Gives the application a new secret. The former one works for `graceSeconds` more. */
export async function rotateSecret(
  dependencies: ApplicationDependencies,
  { ownerId, applicationId, graceSeconds }: OwnApplication & { graceSeconds: number },
  commandContext: CommandContext,
): Promise<WithSecret | Refusal<"no-secret">> {
  const { commandHandler } = dependencies;
  const secret = makeSecret(dependencies, applicationId, commandContext);
  const formerUntil = graceSeconds === 0 ? null : new Date(commandContext.now.getTime() + graceSeconds * 1000);
  const command = { type: "rotate-secret", ownerId, clientSecret: secret.stored, formerUntil } as const;
  const outcome = await handle(commandHandler, { applicationId, ownerId, command }, commandContext);
  if (isRefused(outcome)) return known(outcome, "no-secret");
  return withSecret(commandHandler, { ownerId, applicationId, position: outcome.position, secret });
}

/** Ends the registration access token for good: the application can no longer read, change or delete itself. */
export async function endRegistrationAccess(
  commandHandler: CommandHandler,
  { ownerId, applicationId }: OwnApplication,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const command = { type: "end-registration-access", ownerId } as const;
  const outcome = await handle(commandHandler, { applicationId, ownerId, command }, commandContext);
  return isRefused(outcome) ? known(outcome) : outcome;
}

/** Deletes the application for good. Its codes and tokens stop working. */
export async function deleteApplication(
  commandHandler: CommandHandler,
  { ownerId, applicationId }: OwnApplication,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const command = { type: "delete", ownerId } as const;
  const outcome = await handle(commandHandler, { applicationId, ownerId, command }, commandContext);
  if (isRefused(outcome)) return known(outcome);
  // If this fails, the application is no longer counted when its owner needs the room.
  await uncountApplications(commandHandler, { userId: ownerId, applicationIds: [applicationId] }, commandContext);
  return outcome;
}

/** By an admin: deletes the application of any user, as its owner would. */
export async function deleteAnyApplication(
  commandHandler: CommandHandler,
  applicationId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status === "none") return { refused: "no-such-application" };
  return deleteApplication(commandHandler, { ownerId: state.ownerId, applicationId }, commandContext);
}

/** By an admin: suspends an application, ends its suspension, or says whether it is trusted. */
export async function moderateApplication(
  commandHandler: CommandHandler,
  { applicationId, to }: { applicationId: string; to: { isActive: boolean } | { trusted: boolean } },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status !== "registered") return { refused: "no-such-application" };
  const command =
    "isActive" in to
      ? ({ type: "change-status", isActive: to.isActive } as const)
      : ({ type: "change-trust", trusted: to.trusted } as const);
  const { ownerId } = state;
  const outcome = await handle(commandHandler, { applicationId, ownerId, command }, commandContext);
  return isRefused(outcome) ? known(outcome) : outcome;
}

interface Handled {
  applicationId: string;
  ownerId: string;
  command: ApplicationCommand;
}

const handle = (
  commandHandler: CommandHandler,
  { applicationId, ownerId, command }: Handled,
  commandContext: CommandContext,
) =>
  commandHandler.handle({
    decider: application,
    stream: applicationStream(applicationId),
    command,
    person: ownerId,
    commandContext,
  });

/** A reason that this command cannot have came of another writer's change. */
function known<Reason extends ApplicationReason = never>(
  { refused }: Refused<ApplicationReason | HandlingReason>,
  ...reasons: Reason[]
): Refusal<Reason> {
  if (refused === "no-such-application" || isHandlingReason(refused)) return { refused };
  const own = reasons.find((reason) => reason === refused);
  return { refused: own ?? "conflict" };
}
