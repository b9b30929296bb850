import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Fact } from "./random-streams.ts";

/** Appends all events at once, started in their order. */
export async function appendFacts(
  { keyring, sealing, log }: Pick<ScratchService, "keyring" | "sealing" | "log">,
  facts: readonly Fact[],
): Promise<void> {
  for (const { event } of facts) if (event.person !== null) await keyring.createPersonKey(event.person);
  const sealed = await Promise.all(facts.map(({ stream, event }) => sealing.seal(stream, [event])));
  await Promise.all(facts.map(({ stream, expected }, n) => log.append(stream, expected, sealed[n] ?? [])));
}
