import { applicationStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { type ApplicationChange, type ApplicationCommand, type ApplicationReason, application } from "./application.ts";
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

/** Of a trusted application, admins are told: see docs/decisions/who-is-told-about-an-application.md. So its changes are limited. */
export async function changeApplication(
  { commandHandler, mailLimits, activeAdmins }: ChangeDependencies,
  { ownerId, applicationId, change }: OwnApplication & { change: ApplicationChange },
  commandContext: CommandContext,
): Promise<{ position: bigint; application: Application } | Refusal<SettingReason> | TooManyAttempts> {
  const admins = (await activeAdmins()).filter((id) => id !== ownerId);
  const command = { type: "change", ownerId, admins, ...change } as const;
  const perform = () => handle(commandHandler, { applicationId, ownerId, command }, commandContext);
  const before = (await commandHandler.load(application, applicationStream(applicationId))).state;
  // An application that changes itself has limits of its own: it must not use up those of its owner.
  const isByOwner = commandContext.actor.kind !== "client";
  const isLimited = isByOwner && before.status === "registered" && before.ownerId === ownerId && before.trusted;
  const outcome = await (isLimited ? mailLimits.ofAccount(ownerId, perform) : perform());
  if (isRefused(outcome)) return "waitSeconds" in outcome ? outcome : known(outcome, ...settingReasons);
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  // A repeated command may find that the application was deleted or handed over.
  if (state.status !== "registered" || state.ownerId !== ownerId) return { refused: "conflict" };
  return { position: outcome.position, application: state };
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
