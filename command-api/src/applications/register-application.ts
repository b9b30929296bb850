import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { type AuthMethod, authMethodOf } from "@attestory/http/routing/application-answer.ts";
import { clientSecretDigest, clientSecretText } from "@attestory/http/security/client-secret.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import type { Application, ApplicationState, StoredSecret } from "./application-state.ts";
import { faultOfAuthentication, fitsKind, type SettingReason } from "./client-authentication.ts";
import { countApplication } from "./count-application.ts";
import { type ResourceReason, releaseResource, reserveResource } from "./reserve-resource.ts";

export interface ApplicationDependencies {
  commandHandler: CommandHandler;
  publicUrl: string;
  keyring: Pick<Keyring, "encryptSecret">;
  /** `once`: a secret is shown when it is made, and is not kept in a form that could be shown again. */
  clientSecretDisplay: "always" | "once";
}

export interface ApplicationRegistration
  extends Pick<
    Application,
    | "ownerId"
    | "name"
    | "description"
    | "logoUrl"
    | "homepageUrl"
    | "redirectUris"
    | "kind"
    | "requirePkce"
    | "idTokenAlgorithm"
    | "allowFrameSignIn"
    | "profileInIdToken"
    | "postLogoutRedirectUris"
    | "backchannelLogoutUri"
    | "allowDeviceFlow"
    | "jwks"
    | "requirePushedRequests"
    | "allowUnsignedRequests"
    | "requireDpop"
    | "api"
  > {
  /** Undefined: by a secret, or not at all if it is public. */
  authMethod: AuthMethod | undefined;
}

/** The settings of a new application that names none. */
export const defaultSettings = {
  idTokenAlgorithm: "RS256",
  allowFrameSignIn: false,
  profileInIdToken: false,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  jwks: null,
  authMethod: undefined,
  allowDeviceFlow: false,
  requireDpop: false,
  api: null,
} as const satisfies Partial<ApplicationRegistration>;

/** `secret`: in clear, for the answer alone. Null: a public application has none. */
export interface WithSecret {
  position: bigint;
  application: Application;
  secret: string | null;
}

/** Of the application that this command registers, also before it does. */
export const newApplicationId = ({ newId }: CommandContext): string => newId("application");

/** Registers an application of a developer. Repeated with the same idempotency key, it answers the same application and secret. */
export async function registerApplication(
  dependencies: ApplicationDependencies,
  { authMethod, ...described }: ApplicationRegistration,
  commandContext: CommandContext,
): Promise<WithSecret | Refused<"too-many-applications" | SettingReason | HandlingReason> | Refused<ResourceReason>> {
  const { commandHandler } = dependencies;
  const { ownerId } = described;
  const applicationId = newApplicationId(commandContext);
  const registration = { ...described, usesPrivateKeyJwt: authMethod === "private_key_jwt" };
  const fault = faultOfRegistration({ ...described, authMethod });
  if (fault) return { refused: fault };
  const stream = applicationStream(applicationId);
  const made =
    authMethodOf(registration) !== "client_secret" ? null : makeSecret(dependencies, applicationId, commandContext);
  // A repeat must not count an application that was deleted since.
  if (!(await commandHandler.findIdempotencyRecord(stream, commandContext))) {
    const refused = await makeRoom(dependencies, { ownerId, applicationId, api: described.api }, commandContext);
    if (refused) return refused;
  }
  const outcome = await commandHandler.handle({
    decider: application,
    stream,
    command: { type: "register", applicationId, ...registration, clientSecret: made?.stored ?? null },
    person: ownerId,
    begins: true,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  return withSecret(commandHandler, { ownerId, applicationId, position: outcome.position, secret: made });
}

/** Reserves the identifier of its API, and counts it. Null if both are done. */
async function makeRoom(
  dependencies: ApplicationDependencies,
  { ownerId, applicationId, api }: Pick<Application, "ownerId" | "applicationId" | "api">,
  commandContext: CommandContext,
) {
  const resource = api && { applicationId, resource: api.resource };
  const refused = resource && (await reserveResource(dependencies, resource, commandContext));
  if (refused) return refused;
  const { commandHandler } = dependencies;
  const counted = await countApplication(commandHandler, { userId: ownerId, applicationId }, commandContext);
  if (!isRefused(counted)) return null;
  if (resource) await releaseResource(commandHandler, { ...resource, wasUsed: false }, commandContext);
  return counted;
}

/** Null if an application may have these settings. Asked before it is counted. */
export function faultOfRegistration({
  authMethod,
  ...settings
}: Pick<ApplicationRegistration, "kind" | "requirePkce" | "jwks" | "authMethod">): SettingReason | null {
  const { kind, requirePkce } = settings;
  if (!fitsKind(kind, authMethod)) return "wrong-auth-method";
  if (kind === "public" && !requirePkce) return "public-needs-pkce";
  return faultOfAuthentication({ ...settings, usesPrivateKeyJwt: authMethod === "private_key_jwt" });
}

export interface MadeSecret {
  text: string;
  stored: StoredSecret;
}

/** A new secret. A repeated command makes the same one. */
export function makeSecret(
  { keyring, clientSecretDisplay }: Pick<ApplicationDependencies, "keyring" | "clientSecretDisplay">,
  applicationId: string,
  commandContext: CommandContext,
): MadeSecret {
  const text = clientSecretText(commandContext.newSecret("client secret"));
  const of = { purpose: "client secret", owner: applicationId } as const;
  const encrypted = clientSecretDisplay === "once" ? null : keyring.encryptSecret(of, text);
  return { text, stored: { encrypted, digest: clientSecretDigest(text) } };
}

interface Secret {
  ownerId: string;
  applicationId: string;
  position: bigint;
  secret: MadeSecret | null;
}

/** The application after its command. A repeated command may find that it was deleted or handed over, or has another secret by now. */
export async function withSecret(
  { load, lastKnown }: Pick<CommandHandler, "load" | "lastKnown">,
  { ownerId, applicationId, position, secret }: Secret,
): Promise<WithSecret | Refused<"conflict">> {
  const stream = applicationStream(applicationId);
  const isOfCommand = (state: ApplicationState): state is Application =>
    state.status === "registered" &&
    state.ownerId === ownerId &&
    (state.clientSecret?.digest ?? null) === (secret?.stored.digest ?? null);
  // What this process knows includes the command if it has its secret: nothing has to be read.
  const known = lastKnown(application, stream)?.state;
  const state = known && isOfCommand(known) ? known : (await load(application, stream)).state;
  return isOfCommand(state) ? { position, application: state, secret: secret?.text ?? null } : { refused: "conflict" };
}
