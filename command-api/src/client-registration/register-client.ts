import { applicationStream, initialAccessTokenStream, userStream } from "@attestory/events/envelope.ts";
import { isOfTokensMaker } from "@attestory/events/invitation-validity.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { user } from "../accounts/user.ts";
import { application } from "../applications/application.ts";
import type { ApplicationChange } from "../applications/application-command.ts";
import type { Application } from "../applications/application-state.ts";
import { type ChangeDependencies, changeByItself } from "../applications/change-application.ts";
import { deleteApplication } from "../applications/delete-application.ts";
import {
  type ApplicationDependencies,
  faultOfRegistration,
  newApplicationId,
  registerApplication,
} from "../applications/register-application.ts";
import { isOfResource } from "../applications/reserve-resource.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import { isHandlingReason } from "../handling/handling-reason.ts";
import type { AskedSettings } from "./client-metadata.ts";
import { type InitialAccessToken, initialAccessToken } from "./initial-access-token.ts";
import type { InitialTokenDependencies } from "./manage-initial-tokens.ts";
import { parseInitialAccessToken, parseRegistrationToken, type Registration } from "./registration-tokens.ts";

export interface RegistrationDependencies extends ApplicationDependencies, ChangeDependencies {
  hmac: InitialTokenDependencies["hmac"];
  /** Counts what an application changes by itself. */
  changes: ReturnType<RateLimiter["window"]>;
}

/** Whether its maker still is the admin who made it, and has not secured the account since. */
async function isOfMaker(
  { commandHandler }: Pick<RegistrationDependencies, "commandHandler">,
  token: InitialAccessToken,
): Promise<boolean> {
  const { state: maker } = await commandHandler.load(user, userStream(token.madeBy));
  return maker.status === "registered" && isOfTokensMaker(token, maker);
}

/** The initial access token of this text. Null if there is none, or if it ended with its maker. */
export async function findInitialToken(
  dependencies: RegistrationDependencies,
  text: string,
): Promise<InitialAccessToken | null> {
  const { commandHandler, hmac } = dependencies;
  const tokenId = parseInitialAccessToken(text, hmac);
  if (tokenId === null) return null;
  const { state } = await commandHandler.load(initialAccessToken, initialAccessTokenStream(tokenId));
  return state.status === "made" && (await isOfMaker(dependencies, state)) ? state : null;
}

/**
 * Uses the token, then registers an application of its maker. An interruption costs a use, and never gives one more; settings that are refused
 * cost none.
 */
export async function registerClient(
  dependencies: RegistrationDependencies,
  { token, settings }: { token: InitialAccessToken; settings: AskedSettings },
  commandContext: CommandContext,
) {
  const { id: tokenId, madeBy: ownerId } = token;
  const fault = faultOfRegistration(settings);
  if (fault) return { refused: fault };
  const applicationId = newApplicationId(commandContext);
  const used = await dependencies.commandHandler.handle({
    decider: initialAccessToken,
    stream: initialAccessTokenStream(tokenId),
    command: { type: "use", applicationId, now: commandContext.now },
    person: ownerId,
    commandContext,
  });
  if (isRefused(used)) {
    return isHandlingReason(used.refused) ? { refused: used.refused } : ({ refused: "invalid-initial-token" } as const);
  }
  const outcome = await registerApplication(dependencies, { ownerId, ...settings }, commandContext);
  // No metadata name an API.
  return isOfResource(outcome) ? ({ refused: "conflict" } as const) : outcome;
}

export interface OwnRegistration {
  registration: Registration;
  application: Application;
}

/**
 * The application that a registration access token of this text is of, if it has this client id. Null if it was deleted, is suspended, was
 * ever handed over, or if its owner ended the token or has lost the rights under which it registered.
 */
export async function findRegistration(
  dependencies: RegistrationDependencies,
  { text, clientId }: { text: string; clientId: string },
): Promise<OwnRegistration | null> {
  const { commandHandler, hmac } = dependencies;
  const registration = parseRegistrationToken(text, hmac);
  if (registration?.applicationId !== clientId) return null;
  const [{ state: token }, { state }] = await Promise.all([
    commandHandler.load(initialAccessToken, initialAccessTokenStream(registration.tokenId)),
    commandHandler.load(application, applicationStream(clientId)),
  ]);
  if (token.status === "none" || state.status !== "registered" || !state.isActive) return null;
  const isOwn = state.hasRegistrationAccess && state.ownerId === token.madeBy && token.usedBy.has(clientId);
  return isOwn && (await isOfMaker(dependencies, token)) ? { registration, application: state } : null;
}

export async function changeClient(
  dependencies: RegistrationDependencies,
  { application: { applicationId, ownerId }, change }: { application: Application; change: ApplicationChange },
  commandContext: CommandContext,
) {
  const consumption = await dependencies.changes.consume(applicationId);
  if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption } as const;
  return changeByItself(dependencies, { ownerId, applicationId, change }, commandContext);
}

/** Deletes the application for good. */
export const deleteClient = (
  { commandHandler }: RegistrationDependencies,
  { applicationId, ownerId }: Application,
  commandContext: CommandContext,
) => deleteApplication(commandHandler, { ownerId, applicationId, isByItself: true }, commandContext);

/** Whether it would have to prove who it is by a secret that was never made. */
export const lacksSecret = ({ clientSecret }: Application, { authMethod }: ApplicationChange): boolean =>
  authMethod === "client_secret" && clientSecret === null;
