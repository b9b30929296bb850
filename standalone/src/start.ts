import { listen } from "@attestory/http/lifecycle.ts";
import { createLog } from "@attestory/http/log.ts";
import { metricsListener } from "@attestory/http/metrics.ts";
import { stopOnSignals } from "@attestory/http/signals.ts";
import { webApp } from "@attestory/http/web-app.ts";
import { readConfiguration, type Settings } from "./config.ts";
import { DataFolderInUse, takeDataFolder } from "./data-folder.ts";
import { openEmbedded } from "./embedded.ts";
import { buildWebAppIfStale, webFolder } from "./web-build.ts";

/** `EX_CONFIG` of sysexits.h. */
const configurationFault = 78;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process with one line for each fault; never starts on a configuration that it only half understands. */
function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  const configuration = readConfiguration(environment);
  if ("settings" in configuration) return configuration.settings;
  for (const fault of configuration.faults) process.stderr.write(`attestory: ${fault}\n`);
  process.exit(configurationFault);
}

/** `npm start`: everything in this process, until a signal. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsOf(environment);
  const log = createLog({ level: settings.logLevel });
  try {
    await serve(settings, log);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    process.stderr.write(`attestory: ${error.message}\n`);
    process.exit(1);
  }
}

async function serve(settings: Settings, log: ReturnType<typeof createLog>): Promise<void> {
  const folder = takeDataFolder(settings.dataDir);
  await buildWebAppIfStale(() => say("Building the web app, once …"));
  const embedded = await openEmbedded(settings, { log, webApp: await webApp(webFolder) });
  const { readiness } = embedded;
  const http = await listen(embedded.app, { host: settings.host, port: settings.port, readiness });
  const metrics =
    settings.metricsPort === null
      ? null
      : await listen(metricsListener(embedded.metrics), { host: settings.host, port: settings.metricsPort });
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
  say(`Attestory is ready at ${settings.publicUrl}`);
  if (settings.command.devInbox) say(`Letters are not sent: read them at ${settings.publicUrl}/dev/inbox`);
}
