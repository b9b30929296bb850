import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { insufficientScope, refuseScope } from "@attestory/http/security/api-key.ts";
import { projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { route } from "../handling/query-route.ts";
import { systemHealth } from "./schema.ts";

/** Null if the part works, else a reason that is safe to show. */
type PartCheck = () => Promise<string | null> | string | null;

interface SystemServices {
  log: Pick<EventLog, "head">;
  store: Pick<ReadStore, "get">;
  checkJobs: PartCheck;
  progress: { lagSeconds(names: readonly string[]): number };
}

const patienceMs = 1000;
const version = "0.1.0";
/** A user whose account does not exist. */
const noUser = "00000000-0000-0000-0000-000000000000";

/** A check that throws, or takes longer than a second, says only that. */
async function run(check: PartCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, "does not answer");
  });
  try {
    return (await Promise.race([check(), late])) ?? "ok";
  } catch {
    return "failed";
  } finally {
    clearTimeout(timer);
  }
}

export const systemRoutes = ({ log, store, checkJobs, progress }: SystemServices) => [
  route({
    method: "get",
    path: "/api/system/health",
    summary: "Whether the parts of the service work, and how far the read models are behind",
    operationId: "getSystemHealth",
    description:
      "Takes an API key. Returns whether the parts of the service work: each is ok, or says why it does not.",
    access: "pro",
    principals: ["apiKey"],
    answers: { 200: systemHealth },
    refuses: [insufficientScope("health:read")],
    async handle({ principal: { scopes } }) {
      const refused = refuseScope(scopes, "health:read");
      if (refused) return refused;
      const [eventLog, readStore, jobs] = await Promise.all([
        run(() => log.head().then(() => null)),
        run(() => store.get(users, noUser).then(() => null)),
        run(checkJobs),
      ]);
      const status = [eventLog, readStore, jobs].every((part) => part === "ok") ? "ok" : "degraded";
      const lag = progress.lagSeconds(projectionNames);
      const lagSeconds = Number.isFinite(lag) ? lag : null;
      return { status: 200, body: { status, version, eventLog, readStore, jobs, lagSeconds } } as const;
    },
  }),
];
