import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { systemEvent } from "@attestory/event-store/log/system-event.ts";
import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { BackupEvent } from "@attestory/events/backup-events.ts";
import { backupsStream } from "@attestory/events/envelope.ts";
import type { ReportError } from "@attestory/http/observability/error-reporter.ts";
import { type BackupsDocument, backupsAfter } from "@attestory/projections/read-models/backups.ts";
import { backUpInThread } from "./back-up-in-thread.ts";
import type { ThreadMessage } from "./backup-messages.ts";
import { backupFault, isDue, readBackupState } from "./backup-state.ts";
import type { BackupSettings } from "./backup-variables.ts";

export interface AutomaticBackupsParts {
  settings: BackupSettings;
  /** This process is the only one that uses it. */
  dataDir: string;
  generation: number;
  masterKeys: GivenMasterKeys;
  /** The folder in which backups are proven. */
  work: string;
  log: Pick<EventLog, "read" | "append">;
  sealing: Pick<Sealing, "seal">;
  now: Clock;
  reportError: ReportError;
}

export interface AutomaticBackups {
  state(): BackupsDocument;
  /** Why an operator should look, in words that may be shown to anyone; else null. */
  fault(): string | null;
  /** Abandons a backup that is not proven yet: the next start takes another. */
  close(): Promise<void>;
}

/** How often it looks whether a backup is due: a hundred times in an interval, within these limits. */
const [leastTickMs, mostTickMs] = [500, 30_000];

/** Takes backups when they are due, and proves each. */
export async function startAutomaticBackups(parts: AutomaticBackupsParts): Promise<AutomaticBackups> {
  const { settings, dataDir, generation, masterKeys, work, log, now, reportError } = parts;
  const { place, recipient, everySeconds, keep } = settings;
  const since = now();
  let state = await readBackupState(log);
  const stop = new AbortController();

  const handle = async (message: ThreadMessage): Promise<void> => {
    if (message.type === "OldBackupsNotRemoved") {
      reportError("old backups not removed", undefined, { detail: message.detail });
      return;
    }
    const at = now();
    state = backupsAfter(state, message, at.toISOString());
    if (message.type === "BackupFailed") {
      reportError("backup failed, will retry", undefined, { reason: message.data.reason, detail: message.detail });
    }
    const { type, data } = message;
    await append(parts, { type, data } as BackupEvent, at).catch((error) => reportError("backup not recorded", error));
  };
  const run = async (): Promise<void> => {
    const tickMs = Math.min(mostTickMs, Math.max(leastTickMs, everySeconds * 10));
    while (!stop.signal.aborted) {
      const at = now();
      if (isDue(state, settings, at)) {
        await backUpInThread(
          { dataDir, generation, masterKeys, place, recipient, keep, work, now: at },
          handle,
          stop.signal,
        );
      }
      await wait(tickMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    state: () => state,
    fault: () => backupFault(state, { everySeconds, since }, now()),
    async close() {
      stop.abort();
      await ended;
      await rm(work, { recursive: true, force: true });
    },
  };
}

/** This process is the only one that writes the stream. */
async function append({ log, sealing }: AutomaticBackupsParts, event: BackupEvent, now: Date): Promise<void> {
  const { version } = await log.read(backupsStream, 0, 1);
  const sealed = await sealing.seal(backupsStream, [systemEvent(event, { id: "backups", now })]);
  await log.append(backupsStream, version, sealed);
}
