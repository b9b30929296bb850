import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { markOf, markOfKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { onTestFinished } from "vitest";
import { runInProcess } from "./run-in-process.ts";

const onFault = (error: Error) => {
  throw error;
};
export const textOf = (key: Uint8Array) => Buffer.from(key).toString("base64");

/** A service with an admin, whose master key is in its data folder's file. */
export async function givenFileKey() {
  const service = await openScratchService();
  onTestFinished(() => service.close());
  const { dataDir, masterKey } = service;
  const file = join(dataDir, "master.key");
  writeFileSync(file, `${textOf(masterKey)}\n`, { mode: 0o600 });
  const ada = randomUUID();
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
  const profile = { userId: ada, firstName: "Ada", lastName: null };
  await service.happened(userStream(ada), { type: "ProfileChanged", data: profile }, { person: ada });
  /** As a process that runs opens it. */
  const open = async (masterKeys: readonly Buffer[] | null = null) => {
    const stores = await openLocalStores({ dataDir, generation: 1, masterKeys, writes: true, onFault });
    onTestFinished(() => stores.close());
    return stores;
  };
  return {
    ...service,
    file,
    ada,
    open,
    former: markOfKey(masterKey),
    run: (...args: string[]) => runInProcess(args, { DATA_DIR: dataDir }),
  };
}

/** The master keys that wrap something in a generation's vault. */
export async function marksIn(dataDir: string, generation = 1): Promise<string[]> {
  const vault = await openVault({ dataDir, generation, writes: false, onFault });
  const entries = await vault.entries(null, 1000);
  await vault.close();
  return [...new Set(entries.flatMap(({ key }) => (key === "erased" ? [] : [markOf(key)])))];
}
