import { Readable } from "node:stream";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { z } from "zod";
import { route } from "../handling/query-route.ts";
import { observedEvent } from "../recording/observed-event.ts";
import type { RecordShown } from "../recording/shown-recorder.ts";

/** The pieces of a backup that ends at a position. */
export type WriteBackup = (options: { now: Date; end: Position }) => AsyncIterable<Uint8Array>;

interface ExportServices {
  log: Pick<EventLog, "head">;
  writeBackup: WriteBackup;
  recordShown: RecordShown;
  now: Clock;
}

/** The backup of everything, as a download. The log records who took it before the first byte is sent. */
export const exportRoutes = ({ log, writeBackup, recordShown, now }: ExportServices) => [
  route({
    method: "get",
    path: "/api/admin/export",
    summary: "A backup: every event up to now, and the keys, which only the master key opens",
    operationId: "exportBackup",
    description:
      "A backup of everything, as a file of SQL: every event up to now, and the keys, which only the master key opens. For admins.",
    access: "admin",
    stepUp: true,
    // It is recorded, so no other site causes it, and no HEAD.
    write: true,
    mediaType: "application/sql",
    answers: { 200: z.instanceof(Readable) },
    async handle({ principal: { userId, sessionId }, context }) {
      const at = now();
      const end = await log.head();
      const event = { type: "ExportTaken", data: { userId, position: String(end) } } as const;
      await recordShown(userId, observedEvent({ event, userId, delegate: null, sessionId }, context, at));
      return {
        status: 200,
        headers: {
          "Content-Type": "application/sql; charset=utf-8",
          "Content-Disposition": `attachment; filename="attestory-${at.toISOString().slice(0, 10)}.sql"`,
          "Cache-Control": "no-store",
        },
        body: Readable.from(writeBackup({ now: at, end })),
      };
    },
  }),
];
