import { workerData } from "node:worker_threads";
import type { ProjectionWorkerData } from "./follower/projection-messages.ts";
import { allProjections } from "./read-models/all-projections.ts";
import { runProjectionThread } from "./run-projection-thread.ts";

await runProjectionThread(workerData as ProjectionWorkerData, allProjections);
