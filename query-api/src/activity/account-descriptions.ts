import type { UserEvent } from "@attestory/events/account-events.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { changedTo, type Describer, type Description, disownable, type Entry, plain } from "./description.ts";

const whyReset: Record<string, string> = {
  "email-change-undone": "The change of your email address was undone",
  disowned: "You said of a change that it was not yours",
  invited: "A program created your account",
};

const parts: Readonly<Record<SecuredPart, string>> = {
  password: "password",
  sessions: "sessions and tokens of applications",
  consents: "consents",
  apiKeys: "API keys",
  hardwareKeys: "hardware keys and passkeys",
  twoFactor: "authenticator app and recovery codes",
  trustedBrowsers: "trusted browsers",
};

const partsSecured = (by: Entry["by"], ended: readonly SecuredPart[]): Description => ({
  sentence: by === "other" ? "An admin secured your account" : "You secured your account",
  detail: `Ended: ${ended.map((part) => parts[part]).join(", ")}`,
  canDisown: false,
});

const roles = { isAdmin: "Admin", isDeveloper: "Developer", isPro: "Pro" } as const;

/** The events of an account in words. */
export const accountDescriptions: Readonly<
  Record<Extract<ShownEvent, UserEvent["type"] | "AdminLinkUsed" | "PersonalDataDownloaded">, Describer>
> = {
  UserRegistered: plain("You registered"),
  EmailVerified: plain("Your email address was verified"),
  ProfileChanged: plain("Your name was changed"),
  PasswordChanged: disownable("Your password was changed", "Every other session ended"),
  PasswordRemoved: disownable("Your password was removed", "Every other session ended"),
  PasswordResetRequested: ({ facts }) => ({
    sentence: "An email with a link to set a new password was requested",
    detail: whyReset[String(facts.reason)] ?? null,
    canDisown: false,
  }),
  PasswordReset: disownable("Your password was reset", "With the link of an email. Every session ended"),
  OtherSessionsEnded: ({ by }) => ({
    sentence: by === "other" ? "Every session was ended" : "Every other session was ended",
    detail: null,
    canDisown: false,
  }),
  UserActivated: plain("Your account was activated"),
  ErasureRequested: disownable("The deletion of your account was requested", "Every session and API key ended"),
  ErasureCancelled: disownable("Your account was kept", "Its deletion was taken back"),
  UserDeactivated: plain("Your account was deactivated", "Every session ended"),
  RolesChanged: ({ facts }) => {
    const held = Object.entries(roles).flatMap(([role, name]) => (facts[role] === true ? [name] : []));
    const detail = held.length === 0 ? "No roles now" : `Now: ${held.join(", ")}`;
    return { sentence: "Your roles were changed", detail, canDisown: false };
  },
  EmailChangeRequested: changedTo("A change of your email address was requested", "email"),
  EmailChangeCancelled: plain("The change of your email address was cancelled"),
  EmailChanged: changedTo("Your email address was changed", "email"),
  EmailChangeUndone: plain("The change of your email address was undone", "Every session ended"),
  AccountSecured: ({ by, facts: { ended } }) => {
    if (Array.isArray(ended)) return partsSecured(by, ended);
    return {
      sentence: by === "other" ? "Your password was ended" : "You said of a change that it was not yours",
      detail: "Every session ended, and the password stopped working",
      canDisown: false,
    };
  },
  RescueLinkMade: plain("The operator made a link that lets you in again"),
  RescueLinkUsed: ({ facts }) => ({
    sentence: "The operator's link was used",
    detail: facts.purpose === "password" ? "It set a new password" : "It removed your second factors",
    canDisown: true,
  }),
  AdminLinkUsed: plain("The link for the first admin was used"),
  PersonalDataDownloaded: ({ facts }) => ({
    sentence: "Your data was downloaded",
    detail: facts.format === "html" ? "As a readable page" : "As JSON",
    canDisown: true,
  }),
  UsernameChanged: changedTo("Your username was changed", "username"),
};
