import type { RequestListener } from "node:http";
import { statusLine } from "@attestory/runtime/command-line/status-line.ts";
import { createLog, type Log } from "../observability/log.ts";
import { type HttpMetrics, metricsListener } from "../observability/metrics.ts";
import type { Configuration } from "../settings/read-settings.ts";
import type { ServerSettings } from "../settings/server-variables.ts";
import type { Readiness } from "./health.ts";
import type { Listening } from "./listen.ts";
import { listenAt } from "./listen-at.ts";
import { stopOnSignals } from "./signals.ts";

/** What a process serves once it has started. */
export interface Service {
  app: RequestListener;
  readiness: Readiness;
  metrics: HttpMetrics;
  /** Calls `tell` when a part that the process needs has failed by itself. */
  onFault?(tell: (error: Error) => void): void;
  close(): Promise<void>;
}

/** What accepts the requests of a service. */
export interface Accepting {
  /** Resolves once requests are accepted, or once `drain` is called. */
  started: Promise<unknown>;
  /** May be called before it has started. Resolves when all that was accepted is answered. */
  drain(): Promise<void>;
}

export interface ServiceStart<Settings extends ServerSettings, Opened extends Service = Service> {
  configuration: Configuration<Settings>;
  /** A signal during this call ends the process at once. */
  open(settings: Settings, log: Log): Promise<Opened>;
  /** Lines for standard output, printed once the service accepts requests. */
  ready(settings: Settings, service: Opened): readonly string[] | Promise<readonly string[]>;
  /** Begins to accept requests; by default at the configured address, in this process. */
  listen?: ((settings: Settings, service: Opened, log: Log) => Accepting) | undefined;
  /** Names or codes of errors that an operator can fix: printed in one line. Other errors are printed with their stack. */
  fixable: ReadonlySet<string>;
}

/** `EX_CONFIG` of sysexits.h. */
const configurationFault = 78;
/** Names of errors of `open` that mean a wrong configuration: another store or another release is needed. */
const configurationErrors = ["WrongAddress", "OldFormat"];

function endWith(code: number, lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`attestory: ${line}\n`);
  process.exit(code);
}

/** A faulty configuration ends the process and prints every fault, by variable name. */
export function requireSettings<Settings>(configuration: Configuration<Settings>): Settings {
  if ("faults" in configuration) return endWith(configurationFault, configuration.faults);
  for (const line of configuration.warnings) process.stderr.write(`attestory: warning: ${line}\n`);
  return configuration.settings;
}

/** Runs a whole process until a signal, unless its configuration is faulty. */
export async function runService<Settings extends ServerSettings, Opened extends Service>(
  start: ServiceStart<Settings, Opened>,
): Promise<void> {
  const { configuration, fixable } = start;
  const settings = requireSettings(configuration);
  try {
    await serve(settings, start);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (configurationErrors.includes(error.name)) endWith(configurationFault, [error.message]);
    endWith(1, [isFixable(error, fixable) ? error.message : (error.stack ?? error.message)]);
  }
}

const isFixable = (error: Error, fixable: ReadonlySet<string>): boolean =>
  error.name === "AddressFault" || fixable.has(error.name) || ("code" in error && fixable.has(String(error.code)));

function listenHere({ host, port }: ServerSettings, { app, readiness }: Service, log: Log): Accepting {
  const listening = listenAt("PORT", app, { host, port, readiness, log });
  return { started: listening, drain: async () => (await listening).drain() };
}

async function serve<Settings extends ServerSettings, Opened extends Service>(
  settings: Settings,
  { open, ready, listen = listenHere }: ServiceStart<Settings, Opened>,
) {
  const { host, metricsPort } = settings;
  const format = settings.logFormat ?? (process.stdout.isTTY ? "text" : "json");
  const log = createLog({ level: settings.logLevel, format });
  let stop = async () => {};
  stopOnSignals({ stop: () => stop(), log });
  const service = await open(settings, log);
  const accepting = listen(settings, service, log);
  let metrics: Listening | null = null;
  // Set at once: the first of several processes may accept requests before the last one does.
  stop = async () => {
    await accepting.drain();
    await metrics?.drain();
    await service.close();
  };
  await accepting.started;
  if (metricsPort !== null) {
    metrics = await listenAt(
      "METRICS_PORT",
      metricsListener(() => service.metrics),
      { host, port: metricsPort },
    );
  }
  service.onFault?.((error) => {
    log.error({ err: error }, "process cannot continue, stopping");
    void stop()
      .finally(() => log.flush())
      .finally(() => process.exit(1));
  });
  const lines = await ready(settings, service);
  statusLine.above(() => {
    for (const line of lines) process.stdout.write(`${line}\n`);
  });
}
