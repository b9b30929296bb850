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

/** Tells an entry in words. */
export const tell = ({ event, facts }: ActivityDocument, personal: Entry["personal"]): Told =>
  tellers[event]({ facts, personal });
