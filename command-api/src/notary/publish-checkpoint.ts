import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openCheckpoint } from "@attestory/event-store/notary/checkpoint.ts";
import { checkpointOfSize } from "@attestory/event-store/notary/newest-checkpoint.ts";
import type { NoteKey } from "@attestory/event-store/notary/signed-note.ts";
import { readPublished, replacePublished } from "./published-file.ts";

/** What was published before is not in this log: it was replaced, or the place is another service's. */
export class OtherHistory extends Error {
  override name = "OtherHistory";
}

interface ToFile {
  log: Pick<EventLog, "read">;
  key: NoteKey;
  file: string;
}

/**
 * Replaces the checkpoint in the file by this one, unless the one there is newer. @throws OtherHistory if the one there is not one of
 * this log: then the file stays as it is, because it is the evidence
 */
export async function publishToFile({ log, key, file }: ToFile, note: string): Promise<void> {
  const published = await readPublished(file);
  if (published !== null && !(await precedes({ log, key }, published, note))) return;
  await replacePublished(file, note);
}

/** @throws OtherHistory */
async function precedes({ log, key }: Omit<ToFile, "file">, published: string, note: string): Promise<boolean> {
  const before = openCheckpoint(published, key);
  if (!before) throw new OtherHistory("the file has something else than a checkpoint of this log");
  const own = await checkpointOfSize(log, before.size);
  if (!own?.tree.root().equals(before.root)) {
    throw new OtherHistory(`the log no longer has the checkpoint of ${before.size} events that was published`);
  }
  return before.size < (openCheckpoint(note, key)?.size ?? 0);
}

const webhookMs = 10_000;

/** Posts the note as text. @throws unless it is answered with 2xx within ten seconds */
export async function publishToWebhook(webhook: string, note: string): Promise<void> {
  const answer = await fetch(webhook, {
    method: "POST",
    body: note,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    redirect: "error",
    signal: AbortSignal.timeout(webhookMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
}
