import type { Activity as ActivityEntry } from "@attestory/query-api/activity/schema.ts";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { usePage } from "../../page.ts";
import { AccountNav } from "../../parts/account-nav.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { LoadMore } from "../../parts/load-more.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { useSession } from "../../session.tsx";
import { DisownDialog } from "./disown-dialog.tsx";
import { Timeline } from "./timeline.tsx";
import { type ActivityPages, useActivity } from "./use-activity.ts";

const kinds: Readonly<Record<ActivityEntry["type"], string>> = {
  "sign-in": "Sign-ins and sessions",
  attempt: "Refused attempts",
  password: "Password",
  "second-factor": "Two-factor authentication",
  "hardware-key": "Hardware keys",
  address: "Email address",
  application: "Applications and API keys",
  account: "Account",
};

const isKind = (text: string | null): text is ActivityEntry["type"] => text !== null && Object.hasOwn(kinds, text);

/** What happened to the account of the signed-in user. The kind that is shown is in the address. */
export function Activity() {
  usePage("Activity", "What happened to your account, straight from the log.");
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("type");
  const kind = isKind(asked) ? asked : null;
  const pages = useActivity(kind);
  const show = (type: string) => navigate(type ? `${path}?type=${type}` : path, { replace: true });
  return (
    <div className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Activity</h1>
        <p className="mt-1 text-muted">
          What happened to your account, straight from the log. Nothing can be taken out of it.
        </p>
      </header>
      <AccountNav current="/dashboard/activity" />
      <div className="grid gap-6 md:grid-cols-[200px_minmax(0,1fr)] md:gap-12">
        <aside className="grid content-start gap-4">
          <SelectField label="Show" name="type" value={kind ?? ""} onChange={(event) => show(event.target.value)}>
            <option value="">Everything</option>
            {Object.entries(kinds).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </SelectField>
          <p className="text-sm text-subtle max-md:hidden">
            Times are in your own time zone. Hover one for the exact instant.
          </p>
        </aside>
        <div>
          <Entries pages={pages} isFiltered={kind !== null} onShowAll={() => show("")} />
        </div>
      </div>
    </div>
  );
}

type EntriesProps = { pages: ActivityPages; isFiltered: boolean; onShowAll: () => void };

function Entries({ pages, isFiltered, onShowAll }: EntriesProps): ReactNode {
  const { entries, error, reread } = pages;
  if (entries && entries.length > 0) return <Loaded pages={pages} entries={entries} />;
  return (
    <Card>
      {entries ? (
        <Empty
          icon={<History />}
          title={isFiltered ? "Nothing of this kind" : "Nothing has happened yet"}
          action={isFiltered && <Button onClick={onShowAll}>Show everything</Button>}
        >
          {isFiltered ? "No event of this kind concerns your account." : "What happens to your account appears here."}
        </Empty>
      ) : error ? (
        <ReadProblem title="Your activity could not be loaded" error={error} onRetry={() => void reread()} />
      ) : (
        <SkeletonRows count={5} label="Loading your activity" />
      )}
    </Card>
  );
}

function Loaded({ pages, entries }: { pages: ActivityPages; entries: readonly ActivityEntry[] }) {
  const { error, reread } = pages;
  const [disowned, setDisowned] = useState<ActivityEntry | null>(null);
  return (
    <TooltipDelays>
      <Timeline
        entries={entries}
        action={(entry) =>
          entry.canDisown && (
            <button type="button" className={textLinkClass} onClick={() => setDisowned(entry)}>
              This wasn't me
            </button>
          )
        }
      />
      {disowned && <Disowning entry={disowned} onClose={() => setDisowned(null)} />}
      {error ? (
        <div className="mt-6 grid justify-items-center">
          <Card>
            <ReadProblem title="The next entries could not be loaded" error={error} onRetry={() => void reread()} />
          </Card>
        </div>
      ) : (
        <LoadMore what="entries" end="This is everything, back to your registration." loose list={pages} />
      )}
    </TooltipDelays>
  );
}

function Disowning({ entry, onClose }: { entry: ActivityEntry; onClose: () => void }) {
  const { session, forget } = useSession();
  const [, navigate] = useLocation();
  if (session.state !== "signed-in") return null;
  const { email } = session.user;
  const leave = () => {
    // First, because this page needs a session.
    navigate("/secured", { state: { email } });
    forget();
  };
  return <DisownDialog entry={entry} email={email} onClose={onClose} onDone={leave} />;
}
