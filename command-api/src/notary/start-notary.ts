import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { newestCheckpoint } from "@attestory/event-store/notary/newest-checkpoint.ts";
import { startNotary } from "@attestory/event-store/notary/notary.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { createPublisher } from "./checkpoint-publisher.ts";
import { erasureLedgerFile } from "./erasure-ledger-file.ts";
import { keepErasureLedger } from "./keep-erasure-ledger.ts";
import type { NotarySettings } from "./notary-variables.ts";
import { publishToFile, publishToWebhook } from "./publish-checkpoint.ts";

export interface NotaryDependencies {
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  settings: NotarySettings;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/**
 * Signs checkpoints of the log and publishes them, and keeps the erasure ledger beside their file. Any number of processes may do so at once;
 * each publishes what it has signed, and the newest one at its start, in case that the process that had signed it ended before.
 */
export function startPublishingNotary(dependencies: NotaryDependencies): { close(): Promise<void> } {
  const { log, keyring, settings, reportError } = dependencies;
  const { file, webhook } = settings;
  const key = notaryKey(keyring);
  const publishing = (place: string, publish: (note: string) => Promise<void>) =>
    createPublisher({
      publish,
      reportError: (error) => reportError(`checkpoint not published to ${place}, will retry`, error),
    });
  const publishers = [
    ...(file ? [publishing("CHECKPOINT_FILE", (note) => publishToFile({ log, key, file }, note))] : []),
    ...(webhook ? [publishing("CHECKPOINT_WEBHOOK", (note) => publishToWebhook(webhook, note))] : []),
  ];
  const offer = (note: string) => {
    for (const publisher of publishers) publisher.offer(note);
  };
  /** None if the log cannot be read now: the next one that is signed will do. */
  const offerNewest = async () => {
    const newest = publishers.length > 0 ? await newestCheckpoint(log).catch(() => null) : null;
    if (newest) offer(newest.note);
  };
  const ledger = file
    ? keepErasureLedger({
        ...dependencies,
        key,
        file: erasureLedgerFile(file),
        reportError: (error) => reportError("erasure ledger not written, will retry", error),
      })
    : null;
  const offered = offerNewest();
  const notary = startNotary({
    ...dependencies,
    key,
    every: settings,
    onSigned: offer,
    reportError: (error) => reportError("no checkpoint of the log signed, will retry", error),
  });
  return {
    async close() {
      await notary.close();
      await offered;
      for (const publisher of publishers) await publisher.close();
      await ledger?.close();
    },
  };
}
