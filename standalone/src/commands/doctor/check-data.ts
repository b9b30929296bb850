import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@attestory/command-api/backup/command-output.ts";
import { activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { logFile } from "@attestory/event-store/log/open-new-log.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { masterKeyFile, readGivenKeys } from "@attestory/event-store/vault/master-key-file.ts";
import { watchClock } from "@attestory/event-store/watch-clock.ts";
import type { Settings } from "../../config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const eventLog = findingsOf("event log");
const key = findingsOf("master key");
const clock = findingsOf("clock");

/** Whether the log can be read, the master key opens the vault, and the clock is not behind the log. Writes nothing. */
export async function checkData(settings: Settings, systemTime: () => number = Date.now): Promise<Finding[]> {
  const { dataDir } = settings;
  try {
    const generation = activeGeneration(dataDir);
    if (!existsSync(join(dataDir, logFile(generation)))) return [eventLog.ok("none yet: the first start makes one")];
    const log = await openEventLog({ dataDir, generation, writes: false, onFault });
    try {
      return await checkLog(log, settings, systemTime);
    } finally {
      await log.close();
    }
  } catch (error) {
    return [eventLog.problem(messageOf(error))];
  }
}

async function checkLog(log: EventLog, settings: Settings, systemTime: () => number): Promise<Finding[]> {
  const newest = await log.newest();
  if (newest === null) return [eventLog.ok("empty")];
  const head = eventLog.ok(
    `the newest event is of ${newest.recordedAt.toISOString()}, at position ${await log.head()}`,
  );
  return [head, await checkKey(settings, log.generation), await checkClock(log, systemTime)];
}

async function checkKey({ dataDir, masterKeys }: Settings, generation: number): Promise<Finding> {
  const from = masterKeys ? "MASTER_KEY" : masterKeyFile(dataDir);
  if (!masterKeys && !existsSync(from)) {
    return key.problem(
      `neither MASTER_KEY nor ${from} is there`,
      "set MASTER_KEY to the key of this data, or restore the file",
    );
  }
  try {
    await (await openLocalStores({ dataDir, generation, masterKeys, writes: false, onFault })).close();
    if (readGivenKeys(masterKeys, dataDir).length === 1) return key.ok(`${from} opens the vault`);
    return key.warning(
      `${from} opens the vault, and a rotation of the master key is not finished`,
      "run npx attestory rotate-master-key, which says what to do next",
    );
  } catch (error) {
    return key.problem(`${from}: ${messageOf(error)}`, "set MASTER_KEY to the key of this data");
  }
}

async function checkClock(log: EventLog, systemTime: () => number): Promise<Finding> {
  const watch = watchClock({ log, now: () => new Date(systemTime()), reportError: () => undefined });
  const fault = await watch.fault();
  watch.close();
  if (fault === null) return clock.ok(`${new Date(systemTime()).toISOString()}, not behind the event log`);
  return clock.problem(`the machine's clock ${fault}`, "compare it with another clock, and set it if it is wrong");
}

const onFault = (error: Error): never => {
  throw error;
};
