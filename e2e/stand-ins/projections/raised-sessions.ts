import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";

/** Builds wait while the file exists that this environment variable names. */
export const buildsWaitWhile = "BUILDS_WAIT_WHILE";

/** The version that the service's own one is taken to continue. */
export const formerSessions = "sessions@0";

/** The service's own, as a release has them that has raised the version of the sessions. */
export const withRaisedSessions: readonly Projection[] = allProjections.map((projection) =>
  projection.name === sessions.name ? { ...projection, continues: formerSessions } : projection,
);
