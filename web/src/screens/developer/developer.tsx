import type { User } from "@attestory/http/routing/answers.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import { usePage } from "../../page.ts";
import { Button } from "../../parts/button.tsx";
import { useSession } from "../../session.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";
import { ApplicationDialogs, type Open } from "./application-dialogs.tsx";
import { ApplicationList } from "./application-list.tsx";
import { EnableDeveloper } from "./enable-developer.tsx";
import { QuickStart } from "./quick-start.tsx";
import { useApplications } from "./use-applications.ts";
import { useOpenApplication } from "./use-open-application.ts";

/** Where developers register applications, keep their secrets, and create API keys. */
export function DeveloperPortal() {
  usePage("Developer Portal", "Register applications, keep their secrets, and see why a call failed.");
  const { session } = useSession();
  if (session.state !== "signed-in") return null;
  return (
    <div className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      {session.user.isDeveloper ? <Portal user={session.user} /> : <NotYet />}
    </div>
  );
}

const heading = (
  <div>
    <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Developer Portal</h1>
    <p className="mt-1 text-muted">Register applications, keep their secrets, and see why a call failed.</p>
  </div>
);

function NotYet() {
  return (
    <>
      <header className="mb-6">{heading}</header>
      <EnableDeveloper heading="h2" />
    </>
  );
}

function Portal({ user }: { user: User }) {
  const applications = useApplications();
  const [open, setOpen] = useState<Open>(null);
  const { chosen, choose } = useOpenApplication(applications.data?.applications);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4 *:last:max-sm:w-full">
        {heading}
        <div className="grid">
          <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen({ dialog: "new" })}>
            <Plus aria-hidden="true" className="size-4" />
            New App
          </Button>
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ApplicationList answer={applications} chosen={chosen} onChoose={choose} onAct={setOpen} />
        <ApiKeysCard user={user} />
        {chosen && <QuickStart application={chosen} />}
      </div>
      <ApplicationDialogs open={open} applications={applications} onOpen={setOpen} onShown={choose} />
    </>
  );
}
