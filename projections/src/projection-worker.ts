import { workerData } from "node:worker_threads";
import type { ProjectionWorkerData } from "./projection-messages.ts";
import { runProjectionThread } from "./projection-thread.ts";
import { allProjections } from "./read-models/all-projections.ts";

await runProjectionThread(workerData as ProjectionWorkerData, allProjections);
