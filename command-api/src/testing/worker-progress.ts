import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { type StreamName, sessionStream } from "@attestory/events/envelope.ts";
import { expect } from "vitest";

/** Appends so many other events that a worker that goes on records a checkpoint in its stream of progress. @throws if it does not */
export async function expectWorkerGoesOn({ happened, log }: ScratchService, progressStream: StreamName): Promise<void> {
  for (let n = 0; n < 600; n++) {
    const sessionId = crypto.randomUUID();
    await happened(sessionStream(sessionId), {
      type: "SessionSeen",
      data: { sessionId, authenticatedAt: null, proofs: null },
    });
  }
  await expect
    .poll(async () => (await log.read(progressStream)).events.at(-1)?.data)
    .toMatchObject({ position: expect.stringMatching(/^[56]\d\d$/) });
}
