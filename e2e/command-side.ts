import { type CommandApi, openCommandApi } from "@attestory/command-api/command-api.ts";
import type { CommandSettings } from "@attestory/command-api/config.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { type Listening, listen } from "@attestory/http/server/listen.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { cheapPasswords } from "./cheap-passwords.ts";

/** Of a command side that tests put together themselves. */
export const commandSettings: CommandSettings = {
  publicUrl: "http://localhost:3000",
  enumerationProtection: "lenient",
  rateLimits: true,
  invitationsPerDay: 50,
  signingKeyDays: 90,
  checkpoints: { events: 1000, seconds: 60, file: null, webhook: null },
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

/** One process of a command side, with caches of its own, on a log that others may append to. Nothing else reads that log. */
export async function startCommandSide(
  service: ScratchService,
  log: EventLog,
): Promise<{ url: string; close(): Promise<void> }> {
  const now = () => new Date();
  const commands = await openCommandApi({
    ...service,
    log,
    // With a mail server: the dev inbox would read the log, too.
    settings: { ...commandSettings, rateLimits: false, smtp: { url: "smtp://127.0.0.1:1", from: "a@example.com" } },
    rateLimiter: unlimited,
    singleUses: { rateLimiter: unlimited, since: null },
    passwordCost: cheapPasswords,
    projected: async () => true,
    now,
    reportError: () => {},
  });
  const http = await serveCommands(commands);
  return {
    url: http.url,
    async close() {
      await http.drain();
      await commands.close();
    },
  };
}
