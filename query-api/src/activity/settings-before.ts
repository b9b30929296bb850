import { applicationChanged } from "@attestory/events/application-events.ts";
import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import { type ActivityDocument, activity } from "@attestory/projections/read-models/activity.ts";
import type { Listed, ReadStore } from "@attestory/projections/store/read-store.ts";

export const settingsIn = (facts: ActivityDocument["facts"]): ApplicationSettings =>
  applicationChanged.schema.parse(facts);

/** What applications were like before the listed changes of them, by the id of the entry. */
export async function settingsBefore(
  store: Pick<ReadStore, "list">,
  listed: readonly Listed<ActivityDocument>[],
): Promise<ReadonlyMap<string, ApplicationSettings>> {
  const changes = listed.filter(({ document }) => document.event === "ApplicationChanged");
  const found = changes.map(async ({ key, order, document: { id, facts } }) => {
    const part = { index: "settings", value: String(facts.applicationId), direction: "descending", limit: 1 } as const;
    const [before] = await store.list(activity, { ...part, after: { order, key } });
    return before ? [[id, settingsIn(before.document.facts)] as const] : [];
  });
  return new Map((await Promise.all(found)).flat());
}
