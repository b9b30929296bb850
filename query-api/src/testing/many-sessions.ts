import { randomUUID } from "node:crypto";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";

const from = {
  ip: "198.51.100.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

/** Appends sessions of a user, each of which was used so many times. Their events lie between each other's in the log. */
export async function manySessions(
  { log, sealing }: Pick<ScratchService, "log" | "sealing">,
  { userId, sessions, uses, recordedAt }: { userId: string; sessions: number; uses: number; recordedAt: Date },
): Promise<void> {
  const ids = Array.from({ length: sessions }, () => randomUUID());
  const append = async (sessionId: string, version: number, events: AttestoryEvent[]) => {
    const made = { person: userId, recordedAt, actor: { kind: "user", id: userId }, sessionId, ...from } as const;
    const stream = sessionStream(sessionId);
    await log.append(
      stream,
      version,
      await sealing.seal(
        stream,
        events.map((event) => newEvent(event, made)),
      ),
    );
  };
  const seen = (sessionId: string): AttestoryEvent => ({
    type: "SessionSeen",
    data: { sessionId, authenticatedAt: null, proofs: null },
  });
  const half = Math.floor(uses / 2);
  for (const [from, count] of [
    [0, half],
    [half, uses - half],
  ] as const) {
    for (const sessionId of ids) {
      const start = { type: "SessionStarted", data: sampleSession({ sessionId, userId }) } as const;
      const used = Array.from({ length: count }, () => seen(sessionId));
      await append(sessionId, from === 0 ? 0 : from + 1, from === 0 ? [start, ...used] : used);
    }
  }
}
