import { listen } from "@attestory/http/lifecycle.ts";
import { createLog, type Log } from "@attestory/http/log.ts";
import { metricsListener } from "@attestory/http/metrics.ts";
import { stopOnSignals } from "@attestory/http/signals.ts";
import type { RequestHandler } from "express";
import { readConfiguration, type Settings } from "./config.ts";
import { takeDataFolder } from "./data-folder.ts";
import { openEmbedded } from "./embedded.ts";
import { collectGarbageOfStart } from "./garbage-of-start.ts";

/** `EX_CONFIG` of sysexits.h. */
const configurationFault = 78;

/** What an operator can mend: told in one line. Anything else is told with its stack. */
const mendable = new Set([
  "AddressFault",
  "DataFolderFault",
  "DatabaseFault",
  "VaultLost",
  "WrongMasterKey",
  "MasterKeyFault",
  "ReadModelAhead",
  "ENOSPC",
]);

/** Where it was told to listen cannot be had. */
class AddressFault extends Error {
  override name = "AddressFault";
}

/** As `listen`, but a refusal names the variables that said where. @throws AddressFault */
const listenAt = (variables: string, ...asked: Parameters<typeof listen>) =>
  listen(...asked).catch((error: Error) => {
    throw new AddressFault(`${variables}: ${error.message}`);
  });

const say = (line: string) => process.stdout.write(`${line}\n`);

function endWith(code: number, lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`attestory: ${line}\n`);
  process.exit(code);
}

/** Everything in this process, until a signal. Ends it with every fault of the configuration at once, by the variable's name. */
export async function start(
  environment: NodeJS.ProcessEnv,
  webAppOf: (announce: (line: string) => void) => Promise<RequestHandler>,
): Promise<void> {
  const configuration = readConfiguration(environment);
  if ("faults" in configuration) return endWith(configurationFault, configuration.faults);
  const { settings } = configuration;
  try {
    await serve(settings, createLog({ level: settings.logLevel }), webAppOf);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? String(error.code) : "";
    endWith(1, [mendable.has(error.name) || mendable.has(code) ? error.message : (error.stack ?? error.message)]);
  }
}

async function serve(settings: Settings, log: Log, webAppOf: Parameters<typeof start>[1]): Promise<void> {
  const { host, port, metricsPort, publicUrl } = settings;
  const folder = takeDataFolder(settings.dataDir);
  const embedded = await openEmbedded(settings, { log, webApp: await webAppOf(say) });
  const http = await listenAt("HOST, PORT", embedded.app, { host, port, readiness: embedded.readiness });
  const metrics =
    metricsPort === null
      ? null
      : await listenAt("HOST, METRICS_PORT", metricsListener(embedded.metrics), { host, port: metricsPort });
  const stop = async () => {
    await http.drain();
    await metrics?.drain();
    await embedded.close();
    folder.release();
  };
  stopOnSignals({ stop, log });
  embedded.onFault((error) => {
    log.error({ err: error }, "a part of the process died; stopping");
    void stop().finally(() => process.exit(1));
  });
  say(`Attestory is ready at ${publicUrl}`);
  if (settings.command.smtp === null) say(`Letters are not sent: read them at ${publicUrl}/dev/inbox`);
  collectGarbageOfStart();
}
