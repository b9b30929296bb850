import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { DevEmail } from "../api-schema.ts";
import type { EmailRenderer } from "./render-email.ts";

type LetterSent = RecordedEvent<Extract<RecordedEvent, { type: "LetterSent" }>>;

const kept = 100;
/** How far back a start looks for letters. */
const lookBack = 20_000n;

/** Lists what the log says was sent, newest first. */
export interface DevInbox {
  list(): Promise<DevEmail[]>;
  close(): Promise<void>;
}

/**
 * The letters that would have been sent, newest first. Nothing is kept on disk: they are written again from the log. Where that
 * cannot be followed any further, listing fails and nothing else does.
 */
export async function openDevInbox(log: EventLog, emails: EmailRenderer): Promise<DevInbox> {
  const stopping = new AbortController();
  const sent: LetterSent[] = [];
  const head = await log.head();

  let fault: Error | null = null;
  const follow = async () => {
    for await (const events of log.follow(head > lookBack ? head - lookBack : 0n, stopping.signal)) {
      sent.push(...events.filter((event) => event.type === "LetterSent"));
      sent.splice(0, sent.length - kept);
    }
  };
  const following = follow().catch((error: Error) => {
    fault = error;
  });

  const written = async ({ data, recordedAt }: LetterSent): Promise<DevEmail[]> => {
    const letter = await emails.again(data.causeStream, data.causeVersion);
    return letter ? [{ id: data.causeId, ...letter, sentAt: recordedAt.toISOString() }] : [];
  };
  return {
    async list() {
      if (fault) throw fault;
      return (await Promise.all(sent.toReversed().map(written))).flat();
    },
    async close() {
      stopping.abort();
      await following;
    },
  };
}
