import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { AuthMethod } from "@attestory/http/routing/application-answer.ts";
import type { Refused } from "../handling/decider.ts";
import type { StoredSecret } from "./application-state.ts";
import type { AuthenticationReason } from "./client-authentication.ts";

export type DataOf<Type extends ApplicationEvent["type"]> = Extract<ApplicationEvent, { type: Type }>["data"];

export type ApplicationCommand =
  | ({ type: "register" } & Omit<DataOf<"ApplicationRegistered">, "documentUrl">)
  /** `admins`: whom to tell what the owner of a trusted application changes. `isByItself`: by its registration access token. */
  | ({ type: "change"; ownerId: string; admins: readonly string[]; isByItself: boolean } & ApplicationChange)
  | { type: "rotate-secret"; ownerId: string; clientSecret: StoredSecret; formerUntil: Date | null }
  | { type: "delete"; ownerId: string; isByItself: boolean }
  /** `ownerId`: the former owner, as the command found it. */
  | { type: "hand-over"; ownerId: string; newOwnerId: string }
  | { type: "end-registration-access"; ownerId: string }
  | { type: "change-status"; isActive: boolean }
  | { type: "change-trust"; trusted: boolean }
  /** All that a Client ID Metadata Document says, and from where it came. */
  | ({ type: "adopt"; sourceId: string; freshUntil: string; documentUrl: string } & Omit<
      DataOf<"ApplicationRegistered">,
      "clientSecret" | "documentUrl"
    >)
  /** Its document is gone or wrong. */
  | { type: "refuse-document" };

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
  | "weaker-than-required"
  | AuthenticationReason
  | "owns-already"
  | "described-by-document";
export type Decision = readonly ApplicationEvent[] | Refused<ApplicationReason>;

export type CommandOf<Type extends ApplicationCommand["type"]> = Extract<ApplicationCommand, { type: Type }>;
