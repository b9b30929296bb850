import { lagReason, type Progress } from "@attestory/projections/follower/progress.ts";
import { projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { unversioned } from "@attestory/projections/read-models/projection.ts";
import { type Build, type Builds, estimateSeconds, phaseOf } from "@attestory/projections/store/builds.ts";
import { goingBuilds } from "@attestory/projections/store/going-builds.ts";
import { route } from "../handling/query-route.ts";
import { adminBuilds } from "./build-schema.ts";

interface BuildServices {
  builds: Pick<Builds, "list">;
  progress: Pick<Progress, "lagSeconds">;
}

/** What is built at this moment, by whichever process. */
export const buildRoutes = ({ builds, progress }: BuildServices) => [
  route({
    method: "get",
    path: "/api/admin/builds",
    summary: "Which read models are being built at this moment, and how far they are",
    operationId: "listBuilds",
    description:
      "Which read models are being built from the log at this moment, by any process: after a first start with a log, a restore, a release that changed them, or by the command rebuild. Events are applied first, then documents are written. `isServed`: whether calls that read it are answered meanwhile. For admins.",
    access: "admin",
    answers: { 200: adminBuilds },
    async handle() {
      const going = await goingBuilds(builds, Date.now());
      return { status: 200, body: { builds: going.map((build) => answerBuild(build, progress)) } };
    },
  }),
];

function answerBuild({ projection, progress }: Build, served: BuildServices["progress"]) {
  const { phase, done, total } = phaseOf(progress);
  const secondsLeft = estimateSeconds(progress);
  const readModel = unversioned(projection);
  // Another release may build another version: what counts is the one that this process reads.
  const ownNames = projectionNames.filter((name) => unversioned(name) === readModel);
  return {
    readModel,
    phase,
    done,
    of: total,
    secondsLeft: Number.isFinite(secondsLeft) ? secondsLeft : null,
    isServed: ownNames.length > 0 && lagReason(served, ownNames) === null,
  };
}
