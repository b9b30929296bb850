import { applicationStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { application } from "./application.ts";
import type { ApplicationChange, ApplicationReason, CommandOf } from "./application-command.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { type SettingReason, settingReasons } from "./client-authentication.ts";
import { handleApplication, known, type OwnApplication, type Refusal } from "./handle-application.ts";
import { type ApplicationDependencies, makeSecret, type WithSecret, withSecret } from "./register-application.ts";
import {
  isOfResource,
  type ResourceReason,
  releaseResource,
  reserveResource,
  resourceInSettings,
} from "./reserve-resource.ts";

export interface ChangeDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
  publicUrl: string;
  /** The ids of the accounts that count as active admins. */
  activeAdmins(): Promise<readonly string[]>;
}

type AskedChange = OwnApplication & { change: ApplicationChange };
type ChangeReason = SettingReason | "described-by-document";
interface Changed {
  position: bigint;
  application: Application;
}

/** Of a trusted application, admins are told: see docs/decisions/who-is-told-about-an-application.md. So its changes are limited. */
export async function changeApplication(
  dependencies: ChangeDependencies,
  asked: AskedChange,
  commandContext: CommandContext,
): Promise<Changed | Refusal<ChangeReason> | Refused<ResourceReason> | TooManyAttempts> {
  const { commandHandler, mailLimits } = dependencies;
  const { ownerId, applicationId } = asked;
  const before = (await commandHandler.load(application, applicationStream(applicationId))).state;
  const resource = namedResource(before, asked);
  const perform = async () => {
    const reserved = resource && (await reserveResource(dependencies, { applicationId, resource }, commandContext));
    return reserved || change(dependencies, { ...asked, isByItself: false }, commandContext);
  };
  const isLimited = before.status === "registered" && before.ownerId === ownerId && before.trusted;
  const outcome = await (isLimited ? mailLimits.ofAccount(ownerId, perform) : perform());
  const former = isRefused(outcome) ? resource : resourceInSettings(before);
  const released = former && { applicationId, resource: former, wasUsed: !isRefused(outcome) };
  if (released) await releaseResource(commandHandler, released, commandContext);
  if (isRefused(outcome)) return refusalOf(outcome);
  return changed(commandHandler, { ...asked, position: outcome.position });
}

/** By its registration access token. Its caller limits the changes: they must not use up those of its owner. Its API stays as it is. */
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
  return handleApplication(commandHandler, { applicationId, ownerId, command }, commandContext);
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

/**
 * The identifier that the settings of an application of this owner name after a change; null for none. Also one that they name already:
 * changes at the same time may have given it back.
 */
function namedResource(
  before: ApplicationState,
  { ownerId, change: { api } }: { ownerId: string; change: ApplicationChange },
): string | null {
  if (!api || before.status !== "registered" || before.ownerId !== ownerId) return null;
  return api.resource;
}

const refusalOf = (refusal: Refused<ApplicationReason | HandlingReason> | Refused<ResourceReason> | TooManyAttempts) =>
  "waitSeconds" in refusal || isOfResource(refusal)
    ? refusal
    : known(refusal, "described-by-document", ...settingReasons);

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
  const outcome = await handleApplication(commandHandler, { applicationId, ownerId, command }, commandContext);
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
  const outcome = await handleApplication(commandHandler, { applicationId, ownerId, command }, commandContext);
  return isRefused(outcome) ? known(outcome) : outcome;
}

/** By an admin: suspends an application, or ends its suspension. */
export async function setApplicationStatus(
  commandHandler: CommandHandler,
  { applicationId, isActive }: { applicationId: string; isActive: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal> {
  const command = { type: "change-status", isActive } as const;
  const outcome = await moderate(commandHandler, { applicationId, command }, commandContext);
  return isRefused(outcome) ? known(outcome) : outcome;
}

/** By an admin: says whether an application is trusted. */
export async function setApplicationTrust(
  commandHandler: CommandHandler,
  { applicationId, trusted }: { applicationId: string; trusted: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refusal<"described-by-document">> {
  const command = { type: "change-trust", trusted } as const;
  const outcome = await moderate(commandHandler, { applicationId, command }, commandContext);
  return isRefused(outcome) ? known(outcome, "described-by-document") : outcome;
}

async function moderate(
  commandHandler: CommandHandler,
  { applicationId, command }: { applicationId: string; command: CommandOf<"change-status" | "change-trust"> },
  commandContext: CommandContext,
) {
  const { state } = await commandHandler.load(application, applicationStream(applicationId));
  if (state.status !== "registered") return { refused: "no-such-application" } as const;
  return handleApplication(commandHandler, { applicationId, ownerId: state.ownerId, command }, commandContext);
}
