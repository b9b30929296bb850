import { Readable } from "node:stream";
import { type BackupSource, writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import type { Clock } from "@attestory/event-store/clock.ts";
import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import { reauthenticationRequired } from "@attestory/http/routing/problem.ts";
import type { SecretSettings } from "@attestory/http/server/secret-variables.ts";
import { z } from "zod";
import type { RecordShown } from "../audit.ts";
import { observedEvent } from "../observed-event.ts";
import { route } from "../query-route.ts";

interface ExportParts {
  backupSource: BackupSource;
  recordShown: RecordShown;
  settings: Pick<SecretSettings, "stepUpSeconds">;
  now: Clock;
}

/** The backup of everything, as a download. The log records who took it before the first byte is sent. */
export const exportRoutes = ({ backupSource, recordShown, settings, now }: ExportParts) => [
  route({
    method: "get",
    path: "/api/admin/export",
    summary: "A backup: every event up to now, and the keys, which only the master key opens",
    access: "admin",
    stepUp: true,
    mediaType: "application/sql",
    answers: { 200: z.instanceof(Readable) },
    async handle({ principal: { userId, sessionId, session }, context }) {
      const at = now();
      if (!isRecentAuthentication(new Date(session.authenticatedAt), settings.stepUpSeconds, at)) {
        return reauthenticationRequired;
      }
      const end = await backupSource.log.head();
      const event = { type: "ExportTaken", data: { userId, position: String(end) } } as const;
      await recordShown(userId, observedEvent({ event, userId, delegate: null, sessionId }, context, at));
      return {
        status: 200,
        headers: {
          "Content-Type": "application/sql; charset=utf-8",
          "Content-Disposition": `attachment; filename="attestory-${at.toISOString().slice(0, 10)}.sql"`,
          "Cache-Control": "no-store",
        },
        body: Readable.from(writeBackup(backupSource, { now: at, end })),
      };
    },
  }),
];
