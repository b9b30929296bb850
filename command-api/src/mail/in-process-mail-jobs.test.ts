import { inProcessMailJobs } from "./in-process-mail-jobs.ts";
import { mailJobsContract } from "./mail-jobs-contract.ts";

mailJobsContract("in process", () => inProcessMailJobs(() => 0));
