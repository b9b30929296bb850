import type { RequestListener } from "node:http";
import { createLog, type Log } from "../observability/log.ts";
import { type HttpMetrics, metricsListener } from "../observability/metrics.ts";
import type { Readiness } from "./health.ts";
import { listen } from "./lifecycle.ts";
import type { ServerSettings } from "./server-variables.ts";
import { stopOnSignals } from "./signals.ts";

/** What a process serves once its parts are open. */
export interface Service {
  app: RequestListener;
  readiness: Readiness;
  metrics: HttpMetrics;
  /** A part that the process cannot do without died by itself. */
  onFault?(tell: (error: Error) => void): void;
  close(): Promise<void>;
}

export interface ServiceStart<Settings extends ServerSettings> {
  configuration: { settings: Settings } | { faults: string[] };
  /** A signal that comes meanwhile ends the process at once. */
  open(settings: Settings, log: Log): Promise<Service>;
  /** Said on standard output, line by line, once it takes requests. */
  ready(settings: Settings): readonly string[];
  /** By name or code: errors that an operator can mend, told in one line. Anything else is told with its stack. */
  mendable: ReadonlySet<string>;
}

/** `EX_CONFIG` of sysexits.h. */
const configurationFault = 78;

/** Where it was told to listen cannot be had. */
class AddressFault extends Error {
  override name = "AddressFault";
}

/** As `listen`, but a refusal names the variables that said where. @throws AddressFault */
const listenAt = (variables: string, ...asked: Parameters<typeof listen>) =>
  listen(...asked).catch((error: Error) => {
    throw new AddressFault(`${variables}: ${error.message}`);
  });

function endWith(code: number, lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`attestory: ${line}\n`);
  process.exit(code);
}

/** A whole process, until a signal. Ends it with every fault of the configuration at once, by the variable's name. */
export async function runService<Settings extends ServerSettings>(start: ServiceStart<Settings>): Promise<void> {
  const { configuration, mendable } = start;
  if ("faults" in configuration) return endWith(configurationFault, configuration.faults);
  try {
    await serve(configuration.settings, start);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (error.name === "WrongAddress") endWith(configurationFault, [error.message]);
    const isMendable = error.name === "AddressFault" || mendable.has(error.name) || mendable.has(code);
    endWith(1, [isMendable ? error.message : (error.stack ?? error.message)]);
  }
}

async function serve<Settings extends ServerSettings>(settings: Settings, { open, ready }: ServiceStart<Settings>) {
  const { host, port, metricsPort } = settings;
  const log = createLog({ level: settings.logLevel });
  let stop = async () => {};
  stopOnSignals({ stop: () => stop(), log });
  const service = await open(settings, log);
  const http = await listenAt("HOST, PORT", service.app, { host, port, readiness: service.readiness });
  const metrics =
    metricsPort === null
      ? null
      : await listenAt("HOST, METRICS_PORT", metricsListener(service.metrics), { host, port: metricsPort });
  stop = async () => {
    await http.drain();
    await metrics?.drain();
    await service.close();
  };
  service.onFault?.((error) => {
    log.error({ err: error }, "a part of the process died; stopping");
    void stop()
      .finally(() => log.written())
      .finally(() => process.exit(1));
  });
  for (const line of ready(settings)) process.stdout.write(`${line}\n`);
}
