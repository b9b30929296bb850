import type { ActivityDocument } from "@attestory/projections/read-models/activity.ts";
import { accountTellers } from "./tell-account.ts";
import { factorTellers } from "./tell-factors.ts";
import { signInTellers } from "./tell-sign-in.ts";
import type { Entry, Teller, Told } from "./told.ts";

const tellers: Readonly<Record<ActivityDocument["event"], Teller>> = {
  ...accountTellers,
  ...signInTellers,
  ...factorTellers,
};

const byAdmin = "By an admin";

/** Tells an entry in words. */
export function tell({ event, facts, by }: ActivityDocument, personal: Entry["personal"]): Told {
  const told = tellers[event]({ facts, personal });
  return by === "other" ? { ...told, detail: told.detail ? `${told.detail}. ${byAdmin}` : byAdmin } : told;
}
