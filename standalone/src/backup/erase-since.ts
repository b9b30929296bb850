import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { scanToEnd } from "@attestory/event-store/log/scan-to-end.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import { personsWithKey } from "@attestory/event-store/vault/persons-with-key.ts";
import type { Position } from "@attestory/events/envelope.ts";

interface Erasing {
  dataDir: string;
  masterKeys: GivenMasterKeys;
  /** The generation that was in use until now. Nothing is appended to it any more. */
  from: number;
  /** A position in it. Who was erased until then is erased in the other generation already. */
  after: Position;
  /** The generation that is about to be in use. */
  generation: number;
  now: Date;
  onFault: (error: Error) => void;
}

const pageSize = 1000;
const erasures = new Set(["PersonKeyDestroyed"]);

/** Erases in the other generation, too, whoever was erased while it was prepared. */
export async function eraseSince({
  dataDir,
  masterKeys,
  from,
  after,
  generation,
  now,
  onFault,
}: Erasing): Promise<void> {
  const personIds = await erasedSince({ dataDir, from, after, onFault });
  if (personIds.length === 0) return;
  const stores = await openLocalStores({ dataDir, generation, masterKeys, writes: true, onFault });
  try {
    for (const personId of await personsWithKey(stores.backupSource.vault, personIds)) {
      await destroyPersonKey({ ...stores, now }, personId);
    }
  } finally {
    await stores.close();
  }
}

async function erasedSince({ dataDir, from, after, onFault }: Pick<Erasing, "dataDir" | "from" | "after" | "onFault">) {
  const log = await openEventLog({ dataDir, generation: from, writes: false, onFault });
  const personIds: string[] = [];
  try {
    for await (const { events } of scanToEnd(log, { after, types: erasures, pageSize })) {
      for (const event of events) if (event.type === "PersonKeyDestroyed") personIds.push(event.data.personId);
    }
    return personIds;
  } finally {
    await log.close();
  }
}
