import { useRead } from "../../api.ts";
import { Alert } from "../../parts/alert.tsx";
import { Card } from "../../parts/card.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { buildsTogether, namesOf, titleOf } from "./build-words.ts";

const rereadMs = 2000;

/** Which read models are being built, while any is; most of the time none, so nothing stands in its place while it is read. */
export function Builds() {
  const { data, error, mutate } = useRead("adminBuilds", ["/api/admin/builds"], {
    revalidateOnMount: true,
    refreshInterval: (read) => (read && read.builds.length > 0 ? rereadMs : 0),
  });
  if (error && !data) {
    return (
      <Card>
        <AdminProblem title="The builds could not be loaded" error={error} onRetry={() => void mutate()} />
      </Card>
    );
  }
  if (!data || data.builds.length === 0) return null;
  const { builds } = data;
  const { share, text } = buildsTogether(builds);
  return (
    <Alert kind="wait" title={titleOf(builds)}>
      <ProgressBar label={titleOf(builds)} share={share} />
      <p className="tabular-nums">{text}</p>
      <Named as="Served meanwhile" names={namesOf(builds, true)} />
      <Named as="Not served until built" names={namesOf(builds, false)} />
    </Alert>
  );
}

const Named = ({ as, names }: { as: string; names: string }) =>
  names === "" ? null : (
    <p className="wrap-anywhere">
      <span className="font-medium text-ink">{as}</span>: {names}.
    </p>
  );
