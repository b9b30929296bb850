import { workerData } from "node:worker_threads";
import type { ProjectionWorkerData } from "@attestory/projections/follower/projection-messages.ts";
import { runProjectionThread } from "@attestory/projections/run-projection-thread.ts";
import { withOthers } from "./lists.ts";

await runProjectionThread(workerData as ProjectionWorkerData, withOthers);
