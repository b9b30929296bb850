import { workerData } from "node:worker_threads";
import type { ProjectionWorkerData } from "@attestory/projections/projection-messages.ts";
import { runProjectionThread } from "@attestory/projections/projection-thread.ts";
import { withOthers } from "./lists.ts";

await runProjectionThread(workerData as ProjectionWorkerData, withOthers);
