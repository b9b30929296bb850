import type { GenerationList } from "@attestory/command-api/admin/generation-schema.ts";
import { useRead } from "../../../api.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Card, Row } from "../../../parts/card.tsx";
import { exactTime } from "../../../parts/moments.ts";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { megabytes } from "../megabytes.ts";
import { GoBack } from "./go-back.tsx";

export const generationsPath = "/api/admin/generations";

/** The data in use, and what imports have kept. Nothing before the first import. */
export function Generations() {
  const { data, error, mutate } = useRead("generationList", [generationsPath], { revalidateOnMount: true });
  const generations = data?.generations ?? [];
  const isFailed = error !== undefined && data === undefined;
  if (generations.length < 2 && !isFailed) return null;
  return (
    <Card>
      <CardHead title="Generations" />
      {isFailed ? (
        <AdminProblem title="The generations could not be loaded" error={error} onRetry={() => void mutate()} />
      ) : (
        <>
          <p className="px-4 py-3 text-sm text-muted sm:px-6">
            An import keeps the data from before as an earlier generation. You can go back to it.
          </p>
          {generations.map((each) => (
            <GenerationRow key={each.generation} {...each} />
          ))}
        </>
      )}
    </Card>
  );
}

type Generation = GenerationList["generations"][number];

function GenerationRow({ generation, isActive, bytes, newestEventAt }: Generation) {
  const newest = newestEventAt === null ? "no event" : `newest event ${exactTime(new Date(newestEventAt))}`;
  return (
    <Row
      title={`Generation ${generation}`}
      badge={isActive ? <Badge look="success">In use</Badge> : <Badge>Kept</Badge>}
      action={isActive ? null : <GoBack generation={generation} newest={newest} />}
    >
      {`${megabytes(bytes)} MB, ${newest}`}
    </Row>
  );
}
