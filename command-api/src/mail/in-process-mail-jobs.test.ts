import { mailJobsContract } from "../testing/mail-jobs.contract.ts";
import { inProcessMailJobs } from "./in-process-mail-jobs.ts";
import { retryWaitMs } from "./mail-jobs.ts";

const speed = 20;

mailJobsContract(
  "in process",
  ({ closeTimeoutMs = 60_000 }) =>
    inProcessMailJobs(() => 0, { closeTimeoutMs, retryWaitMs: (...after) => retryWaitMs(...after) / speed }),
  { speed },
);
