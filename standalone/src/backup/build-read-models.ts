import type { Position } from "@attestory/events/envelope.ts";
import {
  type EmbeddedProjectionsOptions,
  startEmbeddedProjections,
} from "@attestory/projections/embedded-projections.ts";

interface Building extends Omit<EmbeddedProjectionsOptions, "onDeath" | "onChanged" | "thread"> {
  /** The end of the log. */
  head: Position;
  onProgress(position: number): void;
  signal: AbortSignal;
}

const askEveryMs = 200;
const mostIdleMs = 30_000;

/** Builds the read models of a generation that is not in use, up to the end of its log. Throws if they do not advance. */
export async function buildReadModels({ head, onProgress, signal, ...options }: Building): Promise<void> {
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => {});
  const { progress, status, stop } = await startEmbeddedProjections({ ...options, onDeath: died.reject });
  let [reached, idleMs] = ["", 0];
  try {
    while (!(await Promise.race([progress.waitForPosition(status.names, head, askEveryMs), died.promise]))) {
      signal.throwIfAborted();
      const building = status.buildProgress();
      const position = building?.done ?? progress.position(status.names);
      // A build moves no position before it has written its documents.
      const now = `${position} ${building?.writing?.documents}`;
      idleMs = now === reached ? idleMs + askEveryMs : 0;
      if (idleMs >= mostIdleMs) throw new Error(status.othersReason() ?? "the read models do not advance");
      reached = now;
      onProgress(Number(position));
    }
  } finally {
    await stop();
  }
}
