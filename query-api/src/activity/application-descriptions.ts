import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { ConsentEvent } from "@attestory/events/consent-events.ts";
import type { DeviceRequestEvent } from "@attestory/events/device-events.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { changesInWords } from "./application-changes.ts";
import type { Describer, Entry } from "./description.ts";
import { settingsIn } from "./settings-before.ts";

type DescribedEvent = (ApplicationEvent | ConsentEvent | DeviceRequestEvent | ApiKeyEvent)["type"];

/** Connected applications, applications that the account registered, and API keys in words. */
export const applicationDescriptions: Readonly<Record<Extract<ShownEvent, DescribedEvent>, Describer>> = {
  ConsentGranted: (entry) => ({
    sentence: entry.facts.isNew === true ? "An application was connected" : "An application was allowed more",
    detail: called(entry, "applicationName"),
    canDisown: true,
  }),
  ConsentRevoked: (entry) => ({
    sentence: "An application was disconnected",
    detail: called(entry, "applicationName", "Its access ended"),
    canDisown: false,
  }),
  DeviceAuthorizationAnswered: (entry) => ({
    sentence:
      entry.facts.outcome === "granted"
        ? "An application was allowed on a device"
        : "An application on a device was refused",
    detail: called(entry, "applicationName"),
    canDisown: entry.facts.outcome === "granted",
  }),
  ApplicationRegistered: (entry) => ({
    sentence: isByItself(entry) ? "An application registered itself" : "An application was registered",
    detail: called(entry, "name"),
    canDisown: true,
  }),
  ApplicationChanged: (entry) => ({
    sentence: isByItself(entry)
      ? "An application changed its settings by itself"
      : "The settings of an application were changed",
    detail: called(entry, "name", ...whatChanged(entry)),
    canDisown: true,
  }),
  ClientSecretRotated: ownApplication("The client secret of an application was rotated"),
  ApplicationDeleted: (entry) => ({
    sentence: isByItself(entry) ? "An application deleted itself" : "An application was deleted",
    detail: called(entry, "name"),
    canDisown: true,
  }),
  ApplicationSuspended: moderated("An application was suspended", "Its codes and tokens stopped working"),
  ApplicationActivated: moderated("The suspension of an application ended"),
  ApplicationTrustChanged: (entry) => ({
    sentence: entry.facts.trusted === true ? "An application was trusted" : "The trust in an application ended",
    detail: called(entry, "name", `It asks its users ${entry.facts.trusted === true ? "for no" : "for their"} consent`),
    canDisown: false,
  }),
  ApplicationHandedOver: (entry) =>
    entry.facts.ownerId === entry.userId
      ? {
          sentence: "An application was handed over to you",
          detail: called(entry, "name", "Its former owner may know its client secret: rotate it"),
          canDisown: false,
        }
      : {
          sentence: "An application was handed over to another developer",
          detail: called(entry, "name", "It is no longer yours"),
          canDisown: false,
        },
  RegistrationAccessEnded: (entry) => ({
    sentence: "The registration access of an application ended",
    detail: called(entry, "name", "It can no longer change or delete itself"),
    canDisown: true,
  }),
  ApiKeyCreated: (entry) => ({
    sentence: "An API key was created",
    detail: typeof entry.personal.name === "string" ? `Called ${entry.personal.name}, ${begins(entry)}` : begins(entry),
    canDisown: true,
  }),
  ApiKeyRevoked: (entry) => ({
    sentence: "An API key was deleted",
    detail: `The one that ${begins(entry)}`,
    canDisown: false,
  }),
};

const isByItself = ({ by }: Entry): boolean => by === "application";

/** What the owner does to an application that they registered. */
function ownApplication(sentence: string): Describer {
  return (entry) => ({ sentence, detail: called(entry, "name"), canDisown: true });
}

/** What an admin does to it. */
function moderated(sentence: string, ...consequences: string[]): Describer {
  return (entry) => ({ sentence, detail: called(entry, "name", ...consequences), canDisown: false });
}

const whatChanged = ({ settingsBefore, facts }: Entry): string[] =>
  settingsBefore === null ? [] : changesInWords(settingsBefore, settingsIn(facts));

const called = ({ facts }: Entry, field: string, ...consequences: string[]): string =>
  [`Called ${facts[field]}`, ...consequences].join(". ");

const begins = ({ facts }: Entry): string => `begins with ${apiKeyPrefix(String(facts.keyId))}`;
