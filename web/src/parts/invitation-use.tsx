import type { InvitationBudget } from "@attestory/query-api/api-keys/schema.ts";
import { Moment } from "./moment.tsx";

/** How many accounts API keys created and may create, and, if none for now, from when on. */
export function InvitationUse({ budget: { limit, used, lapsed, resumesAt } }: { budget: InvitationBudget }) {
  return (
    <>
      {used} of {limit} in the last 24 hours
      {lapsed > 0 && `; ${lapsed} ended unconfirmed in 30 days, which lowers the limit`}
      {resumesAt && (
        <>
          . Used up: the next one can be created <Moment at={resumesAt} />
        </>
      )}
      .
    </>
  );
}
