import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { DamagedSeal } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { DevEmail } from "./dev-inbox-schema.ts";
import type { EmailRenderer } from "./render-email.ts";

type LetterSent = RecordedEvent<Extract<RecordedEvent, { type: "LetterSent" }>>;

const mostListed = 100;
/** How many log positions before the head are read at startup. */
const lookBack = 20_000n;

/** Lists the emails that the log records as sent, newest first. Leaves out those whose personal data is damaged. */
export interface DevInbox {
  /** Those to this address, or all. */
  list(to?: string): Promise<DevEmail[]>;
  /** The email of this event; null if it is not in the list. */
  find(id: string): Promise<DevEmail | null>;
  close(): Promise<void>;
}

/**
 * The emails that would have been sent, newest first. Nothing is stored on disk: they are rendered again from the log. If the log
 * can no longer be followed, only `list` fails.
 */
export async function openDevInbox(log: EventLog, emails: EmailRenderer): Promise<DevInbox> {
  const stopping = new AbortController();
  const sent: LetterSent[] = [];
  /** Addresses of emails that were rendered before: whoever asks again and again for one address gets the others not rendered each time. */
  const recipients = new WeakMap<LetterSent, string>();
  const head = await log.head();

  let fault: Error | null = null;
  const follow = async () => {
    for await (const events of log.follow(head > lookBack ? head - lookBack : 0n, stopping.signal)) {
      sent.push(...events.filter((event) => event.type === "LetterSent"));
      sent.splice(0, sent.length - mostListed);
    }
  };
  const following = follow().catch((error: Error) => {
    fault = error;
  });

  const render = async (letter: LetterSent): Promise<DevEmail[]> => {
    const { data, recordedAt } = letter;
    const email = await emails.renderAgain(data.causeStream, data.causeVersion, data.letter).catch(unlessDamaged);
    if (!email) return [];
    recipients.set(letter, email.to);
    return [{ id: data.causeId, ...email, sentAt: recordedAt.toISOString() }];
  };
  return {
    async list(to) {
      if (fault) throw fault;
      const isWanted = (address: string | undefined) => to === undefined || address === undefined || address === to;
      const rendered = await Promise.all(
        sent.toReversed().flatMap((letter) => (isWanted(recipients.get(letter)) ? [render(letter)] : [])),
      );
      return rendered.flat().filter((email) => isWanted(email.to));
    },
    async find(id) {
      if (fault) throw fault;
      const letter = sent.findLast(({ data }) => data.causeId === id);
      return letter ? ((await render(letter))[0] ?? null) : null;
    },
    async close() {
      stopping.abort();
      await following;
    },
  };
}

/** One damaged email does not keep the others from the list. */
function unlessDamaged(error: unknown): null {
  if (error instanceof DamagedSeal) return null;
  throw error;
}
