import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { ActivityDocument } from "@attestory/projections/read-models/activity.ts";

/** An entry in words. */
export interface Description {
  sentence: string;
  /** More about it, or null. */
  detail: string | null;
  /** Whether the owner may answer that it was not them. */
  canDisown: boolean;
}

/** What an entry is described from. */
export interface Entry {
  /** Whose timeline it is in. */
  userId: string;
  by: ActivityDocument["by"];
  facts: ActivityDocument["facts"];
  /** The decrypted personal fields; empty once the person is erased. */
  personal: Readonly<Record<string, unknown>>;
  /** Of a change of an application: what it was like until then. Null if that is unknown. */
  settingsBefore: ApplicationSettings | null;
}

export type Describer = (entry: Entry) => Description;

/** A sentence that needs nothing of the entry. */
export const plain =
  (sentence: string, detail: string | null = null): Describer =>
  () => ({ sentence, detail, canDisown: false });

/** The same for a change that someone else may have made. */
export const disownable =
  (sentence: string, detail: string | null = null): Describer =>
  () => ({ sentence, detail, canDisown: true });

/** A change whose new value is shown: "To juniper@example.com". */
export const changedTo =
  (sentence: string, field: string): Describer =>
  ({ personal }) => {
    const value = personal[field];
    return { sentence, detail: typeof value === "string" ? `To ${value}` : null, canDisown: true };
  };

/** "Called Desk key"; null without a name. */
export const withName = ({ personal }: Entry, before: string): string | null =>
  typeof personal.name === "string" ? `${before} ${personal.name}` : null;
