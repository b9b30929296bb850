import type { CommandApi } from "@attestory/command-api/command-api.ts";
import type { CommandSettings } from "@attestory/command-api/config.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { type Listening, listen } from "@attestory/http/server/listen.ts";

/** Of a command side that tests put together themselves. */
export const commandSettings: CommandSettings = {
  publicUrl: "http://localhost:3000",
  enumerationProtection: "lenient",
  rateLimits: true,
  invitationsPerDay: 50,
  signingKeyDays: 90,
  smtp: null,
  outboundAllowPrivate: false,
  sessionTimes: { idleSeconds: 3600, absoluteSeconds: 43_200 },
  stepUpSeconds: 300,
  firstAdminEmail: null,
  devInboxForEveryone: false,
  requireAdminSecondFactor: false,
  clientSecretDisplay: "always",
};

/** Serves the calls of a command side, and nothing else. */
export function serveCommands(commands: CommandApi): Promise<Listening> {
  const log = createLog({ level: "silent" });
  const readiness = createReadiness({}, log);
  const { publicUrl } = commandSettings;
  const groups = [commands];
  const app = createApp({ groups, host: "127.0.0.1", publicUrl, log, readiness, metrics: createMetrics() });
  return listen(app, { host: "127.0.0.1", port: 0, readiness, drainMs: 1000 });
}
