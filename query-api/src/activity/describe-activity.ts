import type { ActivityDocument } from "@attestory/projections/read-models/activity.ts";
import { accountDescriptions } from "./account-descriptions.ts";
import { applicationDescriptions } from "./application-descriptions.ts";
import type { Describer, Description, Entry } from "./description.ts";
import { factorDescriptions } from "./factor-descriptions.ts";
import { signInDescriptions } from "./sign-in-descriptions.ts";

const descriptions: Readonly<Record<ActivityDocument["event"], Describer>> = {
  ...accountDescriptions,
  ...signInDescriptions,
  ...factorDescriptions,
  ...applicationDescriptions,
};

const byAdmin = "By an admin";

/** Describes an entry. */
export function describeActivity(
  { event, facts, by, userId }: ActivityDocument,
  { personal, settingsBefore }: Pick<Entry, "personal" | "settingsBefore">,
): Description {
  const { sentence, detail, canDisown } = descriptions[event]({ userId, by, facts, personal, settingsBefore });
  if (by !== "other") return { sentence, detail, canDisown };
  return { sentence, detail: detail === null ? byAdmin : `${detail}. ${byAdmin}`, canDisown };
}
