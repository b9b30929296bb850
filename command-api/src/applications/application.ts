import { isDeepStrictEqual } from "node:util";
import { type ApplicationEvent, applicationChanged } from "@attestory/events/application-events.ts";
import { addedRedirectUris } from "@attestory/events/application-settings.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { changedTrust } from "@attestory/events/grant-validity.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import type { Application, ApplicationState, StoredSecret } from "./application-state.ts";
import {
  type AuthenticationReason,
  type AuthMethod,
  authMethodOf,
  faultOfAuthentication,
  fitsKind,
} from "./client-authentication.ts";

type DataOf<Type extends ApplicationEvent["type"]> = Extract<ApplicationEvent, { type: Type }>["data"];

export type ApplicationCommand =
  | ({ type: "register" } & DataOf<"ApplicationRegistered">)
  /** `admins`: whom to tell what the owner of a trusted application changes. */
  | ({ type: "change"; ownerId: string; admins: readonly string[] } & ApplicationChange)
  | { type: "rotate-secret"; ownerId: string; clientSecret: StoredSecret; formerUntil: Date | null }
  | { type: "delete"; ownerId: string }
  /** `ownerId`: the former owner, as the command found it. */
  | { type: "hand-over"; ownerId: string; newOwnerId: string }
  | { type: "change-status"; isActive: boolean }
  | { type: "change-trust"; trusted: boolean };

type Settings = Omit<DataOf<"ApplicationChanged">, "applicationId" | "usesPrivateKeyJwt">;
type RequiredSetting = "name" | "description" | "logoUrl" | "redirectUris";

/** A setting that is left out, or undefined, stays as it is. */
export type ApplicationChange = Pick<Settings, RequiredSetting> & {
  [Name in Exclude<keyof Settings, RequiredSetting>]?: Settings[Name] | undefined;
} & { authMethod?: AuthMethod | undefined };

/** `no-such-application`: also one that another user owns. */
export type ApplicationReason =
  | "no-such-application"
  | "already-registered"
  | "public-needs-pkce"
  | "no-secret"
  | AuthenticationReason
  | "owns-already";
type Decision = readonly ApplicationEvent[] | Refused<ApplicationReason>;

export const application: Decider<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationReason> =
  defineDecider({
    initial: { status: "none" },
    decide: { register },
    evolve: { ApplicationRegistered: registered },

    when: {
      is: isRegistered,
      otherwise: "no-such-application",
      decide: {
        change: ofOwner(change),
        "rotate-secret": ofOwner(rotateSecret),
        delete: ofOwner((state) => [{ type: "ApplicationDeleted", data: namedIn(state) }]),
        "hand-over": ofOwner(handOver),
        "change-status": changeStatus,
        "change-trust": changeTrust,
      },
      evolve: {
        ApplicationChanged: (state, { data }) => ({ ...state, ...data }),
        ClientSecretRotated: secretRotated,
        ApplicationSuspended: (state) => ({ ...state, isActive: false, epoch: state.epoch + 1 }),
        ApplicationActivated: (state) => ({ ...state, isActive: true }),
        ApplicationTrustChanged: (state, { data }) => ({ ...state, ...changedTrust(state, data) }),
        ApplicationHandedOver: (state, { data }) => ({ ...state, ownerId: data.ownerId }),
        ApplicationDeleted: ({ ownerId }) => ({ status: "deleted", ownerId }),
      },
    },

    ignores: ["ApplicationHandOverAnnounced", "TrustedApplicationChangeAnnounced"],
  });

function isRegistered(state: ApplicationState): state is Application {
  return state.status === "registered";
}

/** Decides a command that only the owner may send. */
function ofOwner<Command extends { ownerId: string }>(decide: (state: Application, command: Command) => Decision) {
  return (state: Application, command: Command): Decision =>
    command.ownerId === state.ownerId ? decide(state, command) : { refused: "no-such-application" };
}

type CommandOf<Type extends ApplicationCommand["type"]> = Extract<ApplicationCommand, { type: Type }>;

function register(state: ApplicationState, { type: _, ...data }: CommandOf<"register">): Decision {
  if (state.status !== "none") return { refused: "already-registered" };
  if (data.kind === "public" && !data.requirePkce) return { refused: "public-needs-pkce" };
  const fault = faultOfAuthentication(data);
  return fault ? { refused: fault } : [{ type: "ApplicationRegistered", data }];
}

function registered(_: ApplicationState, { data, recordedAt }: Recorded<"ApplicationRegistered">): Application {
  return {
    status: "registered",
    ...data,
    registeredAt: recordedAt,
    formerSecret: null,
    trusted: false,
    isActive: true,
    epoch: 0,
    trustEpoch: 0,
  };
}

const namedIn = ({ applicationId, name }: Application) => ({ applicationId, name });

function change(
  state: Application,
  { type: _, ownerId: __, admins, authMethod, ...asked }: CommandOf<"change">,
): Decision {
  if (!fitsKind(state.kind, authMethod)) return { refused: "wrong-auth-method" };
  const usesPrivateKeyJwt = authMethod === undefined ? state.usesPrivateKeyJwt : authMethod === "private_key_jwt";
  const data = applicationChanged.schema.parse({ ...state, ...withoutUndefined(asked), usesPrivateKeyJwt });
  if (state.kind === "public" && !data.requirePkce) return { refused: "public-needs-pkce" };
  const fault = faultOfAuthentication({ ...data, kind: state.kind });
  if (fault) return { refused: fault };
  if (isUnchanged(state, data)) return [];
  return [{ type: "ApplicationChanged", data }, ...announcements(state, { data, admins })];
}

const withoutUndefined = (change: ApplicationChange): object =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** None if no code can go anywhere that it could not go before, or if the application asks its users for their consent. */
function announcements(
  state: Application,
  { data, admins }: { data: DataOf<"ApplicationChanged">; admins: readonly string[] },
): ApplicationEvent[] {
  const added = addedRedirectUris(state, data).length;
  const pkceEnded = state.requirePkce && !data.requirePkce;
  if (!state.trusted || (added === 0 && !pkceEnded)) return [];
  const what = { ...namedIn(state), addedRedirectUris: added, pkceEnded };
  return admins.map((userId) => ({ type: "TrustedApplicationChangeAnnounced", data: { ...what, userId } }));
}

const isUnchanged = (state: Application, data: DataOf<"ApplicationChanged">): boolean =>
  (Object.keys(data) as (keyof typeof data)[]).every((field) => isDeepStrictEqual(data[field], state[field]));

function rotateSecret(state: Application, { clientSecret, formerUntil }: CommandOf<"rotate-secret">): Decision {
  if (authMethodOf(state) !== "client_secret") return { refused: "no-secret" };
  const data = { ...namedIn(state), clientSecret, formerUntil: formerUntil?.toISOString() ?? null };
  return [{ type: "ClientSecretRotated", data }];
}

function secretRotated(state: Application, { data }: Recorded<"ClientSecretRotated">): Application {
  const { clientSecret, formerUntil } = data;
  const former = state.clientSecret;
  return {
    ...state,
    clientSecret,
    formerSecret: former && formerUntil ? { digest: former.digest, until: new Date(formerUntil) } : null,
  };
}

function handOver(state: Application, { newOwnerId }: CommandOf<"hand-over">): Decision {
  const { ownerId: formerOwnerId } = state;
  if (newOwnerId === formerOwnerId) return { refused: "owns-already" };
  const named = namedIn(state);
  return [
    { type: "ApplicationHandedOver", data: { ...named, ownerId: newOwnerId, formerOwnerId } },
    { type: "ApplicationHandOverAnnounced", data: { ...named, userId: formerOwnerId } },
  ];
}

function changeStatus(state: Application, { isActive }: CommandOf<"change-status">): Decision {
  if (isActive === state.isActive) return [];
  return [{ type: isActive ? "ApplicationActivated" : "ApplicationSuspended", data: namedIn(state) }];
}

function changeTrust(state: Application, { trusted }: CommandOf<"change-trust">): Decision {
  return trusted === state.trusted ? [] : [{ type: "ApplicationTrustChanged", data: { ...namedIn(state), trusted } }];
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The application that a client id names. Null if there is none, it was deleted, or it is suspended. */
export async function loadApplication(
  { load }: Pick<CommandHandler, "load">,
  clientId: string,
): Promise<Application | null> {
  if (!isId(clientId)) return null;
  const { state } = await load(application, applicationStream(clientId));
  return state.status === "registered" && state.isActive ? state : null;
}
