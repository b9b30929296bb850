import type { GenerationControl } from "@attestory/command-api/admin/generation-control.ts";
import type { PasswordCost } from "@attestory/command-api/passwords/password-hasher.ts";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { Log } from "@attestory/http/observability/log.ts";
import type { RequestHandler } from "@attestory/http/routing/request-handler.ts";
import type { ProjectionThread } from "@attestory/projections/embedded-projections.ts";
import type { BuildBar } from "@attestory/projections/follower/build-bar.ts";
import type { Workers } from "./workers/shared-with-workers.ts";

/** What the process hands to the service. */
export interface EmbeddedParts {
  log: Log;
  webApp?: RequestHandler;
  /** None: it runs on the generation that is active now until it ends. */
  generations?: GenerationControl;
  now?: Clock;
  /** What the machine's clock says, in milliseconds since the epoch. Set by tests that set it back. */
  systemTime?: () => number;
  /** Set by tests, which need no expensive hash. */
  passwordCost?: PasswordCost;
  /** Set by tests, which run other projections beside the service's own. */
  projectionThread?: ProjectionThread;
  /** Shows builds of read models on the terminal. */
  buildBar?: BuildBar | null;
  /** Processes that read the same files. */
  workers?: Workers | undefined;
}
