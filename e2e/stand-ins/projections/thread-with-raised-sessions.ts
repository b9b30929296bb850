import { subscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { ProjectionWorkerData } from "@attestory/projections/follower/projection-messages.ts";
import { runProjectionThread } from "@attestory/projections/run-projection-thread.ts";
import { tracepointChannel } from "@attestory/runtime/tracepoints.ts";
import { buildsWaitWhile, withRaisedSessions } from "./raised-sessions.ts";

const data = workerData as ProjectionWorkerData;
const never = new Int32Array(new SharedArrayBuffer(4));
if (data.building) {
  subscribe(tracepointChannel, () => {
    while (existsSync(process.env[buildsWaitWhile] ?? "")) Atomics.wait(never, 0, 0, 10);
  });
}
await runProjectionThread(data, withRaisedSessions);
