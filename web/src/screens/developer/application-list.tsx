import type { Application } from "@attestory/http/routing/application-schema.ts";
import { AppWindow, Plus } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { ApplicationCard } from "./application-card.tsx";
import type { Open } from "./application-dialogs.tsx";
import type { Applications } from "./use-applications.ts";

type ApplicationListProps = {
  answer: Applications;
  chosen: Application | null;
  onChoose: (id: string) => void;
  onAct: (open: Open) => void;
};

/** Every application of the user, one card each. */
export function ApplicationList({ answer: { data, error, reread }, chosen, onChoose, onAct }: ApplicationListProps) {
  if (data && data.applications.length > 0) {
    return (
      <ul aria-label="Applications" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {data.applications.map((application) => (
          <ApplicationCard
            key={application.id}
            application={application}
            isOpen={application.id === chosen?.id}
            onOpen={() => onChoose(application.id)}
            isOnce={data.clientSecretDisplay === "once"}
            onReread={reread}
            onAct={(dialog) => onAct({ dialog, application })}
          />
        ))}
      </ul>
    );
  }
  return (
    <Card>
      <h2 className="sr-only">Applications</h2>
      {data ? (
        <NoApplications onAdd={() => onAct({ dialog: "new" })} />
      ) : error ? (
        <ReadProblem title="Your applications could not be loaded" error={error} onRetry={() => void reread()} />
      ) : (
        <SkeletonRows count={3} label="Loading your applications" />
      )}
    </Card>
  );
}

const NoApplications = ({ onAdd }: { onAdd: () => void }) => (
  <Empty
    icon={<AppWindow />}
    title="No applications yet"
    action={
      <Button aria-haspopup="dialog" onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        Register an application
      </Button>
    }
  >
    Register one to let people sign in to it with Attestory. You need a name and one redirect URI.
  </Empty>
);
