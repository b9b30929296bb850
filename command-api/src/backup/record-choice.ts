import { systemEvent } from "@attestory/event-store/log/system-event.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { generationsStream } from "@attestory/events/envelope.ts";
import type { GenerationChosen } from "@attestory/events/generation-events.ts";

interface Choice extends Pick<GenerationChosen["data"], "generation" | "instead" | "backupTakenAt"> {
  /** The admin. Null: whoever runs the command line. */
  by: string | null;
  now: Date;
}

/** Writes into the log of a generation that it was chosen, and by whom. */
export async function recordChoice(
  { log, sealing }: Pick<Stores, "log" | "sealing">,
  { by, now, ...data }: Choice,
): Promise<void> {
  const event = systemEvent({ type: "GenerationChosen", data }, { id: "command line", now });
  const chosen: NewEvent = by === null ? event : { ...event, actor: { kind: "user", id: by } };
  const { version } = await log.read(generationsStream, 0, 1);
  await log.append(generationsStream, version, await sealing.seal(generationsStream, [chosen]));
}
