import {
  allProjections,
  authenticationNames,
  projectionNames,
} from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";

/** Loaded into the processes of the product by `--import`: they are of a release that has raised the version of the sessions. */
const former = sessions.name;
const raised = "sessions@99";
Object.assign(sessions, { name: raised, continues: former } satisfies Partial<Projection>);
if (!allProjections.some(({ name }) => name === raised)) throw new Error("the sessions are none of the projections");
for (const names of [projectionNames, authenticationNames]) names.splice(names.indexOf(former), 1, raised);
