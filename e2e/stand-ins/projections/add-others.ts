import { allProjections, otherNames, projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { slow, stopped } from "./lists.ts";

/** Loaded into the processes of the product by `--import`: they run a slow and a stopped projection beside their own. */
(allProjections as Projection[]).push(slow, stopped);
for (const names of [projectionNames, otherNames]) names.push(slow.name, stopped.name);
