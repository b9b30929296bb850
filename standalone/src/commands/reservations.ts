import { runReservationsCommand } from "@attestory/command-api/identifiers/reservations-command.ts";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/** `attestory reservations`: lists the reservations that the service gave up settling. The service may run meanwhile. */
export const reservationsCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runReservationsCommand({ args, open: () => openLog(environment), fail });

async function openLog(environment: NodeJS.ProcessEnv) {
  const { dataDir } = readSettingsOfLog(environment);
  return openEventLog({
    dataDir,
    generation: activeGeneration(dataDir),
    writes: false,
    onFault: (error) => fail(1, error.message),
  });
}
