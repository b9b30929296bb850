import { backups, backupsKey, noKnownBackups } from "@attestory/projections/read-models/backups.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { adminBackups } from "./backup-schema.ts";

interface BackupServices {
  store: Pick<ReadStore, "get">;
  freshness: Pick<Freshness, "readable">;
  /** Absent: the service takes no backups by itself. */
  backupEverySeconds?: number | undefined;
}

/** What became of the backups. */
export const backupRoutes = ({ store, freshness, backupEverySeconds }: BackupServices) => [
  route({
    method: "get",
    path: "/api/admin/backups",
    summary:
      "When the service last took a backup by itself, when one was last proven, why one failed, and when an admin last exported one",
    operationId: "getBackups",
    description:
      "The backups that the service takes by itself: which was the last one, when one was last restored and compared with the log, and why the last one failed. Without BACKUP_DIR there are none, and `everySeconds` is null. `exportedAt`: when an admin last took one by GET /api/admin/export.",
    access: "admin",
    answers: { 200: adminBackups },
    async handle({ context }) {
      if (!(await freshness.readable(context, [backups.name]))) return projectionLag();
      const newest = (await store.get(backups, backupsKey)) ?? noKnownBackups;
      return { status: 200, body: { everySeconds: backupEverySeconds ?? null, ...newest } };
    },
  }),
];
