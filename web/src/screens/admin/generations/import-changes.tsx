import type { ImportReport } from "@attestory/command-api/admin/generation-schema.ts";
import type { ReactNode } from "react";
import { Alert } from "../../../parts/alert.tsx";
import { exactTime } from "../../../parts/moments.ts";
import { Detail, Details } from "../../developer/details.tsx";

const count = (number: number): string => number.toLocaleString("en");
const counted = (number: number, what: string): string => `${count(number)} ${what}${number === 1 ? "" : "s"}`;
const timeOf = (at: string | null): string => (at === null ? "none" : exactTime(new Date(at)));

type ChangesProps = {
  report: ImportReport;
  until: Date | null;
  /** What can be chosen about it. */
  children: ReactNode;
};

/** What an import would change, before all data is replaced. */
export function ImportChanges({ report, until, children }: ChangesProps) {
  const { takenAt, newestEventAt, events, lost, stillErased } = report;
  return (
    <div className="grid gap-5">
      <section className="grid gap-3">
        <h3 className="font-medium">What would change</h3>
        <Details short>
          <Detail name="Backup taken">{timeOf(takenAt)}</Detail>
          {until && <Detail name="Restored until">{exactTime(until)}</Detail>}
          <Detail name="Newest event">{timeOf(newestEventAt)}</Detail>
          <Detail name="Events">{`${count(events)} ${until ? "until then" : "in the backup"}. ${lostEvents(lost)}`}</Detail>
          <Detail name="Accounts">{lostOf("account", lost.accounts, lost)}</Detail>
          <Detail name="Applications">{lostOf("application", lost.applications, lost)}</Detail>
          <Detail name="Consents">{lostOf("consent", lost.consents, lost)}</Detail>
          {stillErased > 0 && <Detail name="Erased persons">{`${count(stillErased)} stay erased`}</Detail>}
          <Detail name="Sessions">All end, yours too</Detail>
        </Details>
      </section>
      {children}
      <Alert kind="warning" title="All data is replaced">
        <p>
          {lost.since === null ? "The data that you have now" : `What was written after ${timeOf(lost.since)}`} is no
          longer in use, and everybody signs in again. Passwords and API keys are those of the backup.
        </p>
        <p>The data that you have now is kept, so you can go back.</p>
      </Alert>
    </div>
  );
}

type Lost = ImportReport["lost"];

function lostEvents({ since, events }: Lost): string {
  if (since === null) return `It has another history than this service, whose ${count(events)} events leave`;
  if (events === 0) return "None is newer";
  return `${counted(events, "newer event")} ${events === 1 ? "leaves" : "leave"}`;
}

function lostOf(what: string, number: number, { since }: Lost): string {
  if (since === null) return `All ${count(number)} of now leave`;
  if (number === 0) return "None is newer";
  return `${counted(number, `newer ${what}`)} ${number === 1 ? "leaves" : "leave"}`;
}

/** What the question before the import says. */
export const questionOf = ({ lost: { events, accounts } }: ImportReport): string =>
  `${counted(accounts, "account")} and ${counted(events, "event")} leave the data in use, and all sessions end, yours too. The data that you have now is kept, so you can go back.`;
