import { existsSync } from "node:fs";
import { join } from "node:path";
import { logFile, openNewLog } from "../log/open-new-log.ts";
import { type LocalStoresLocation, openLocalStores } from "../open-local-stores.ts";
import { openVault } from "../vault/open-vault.ts";
import type { Generations, NewGeneration } from "./generations.ts";
import {
  activateGeneration,
  activeGeneration,
  beginGeneration,
  generationBytes,
  readGenerations,
  removeGeneration,
  removeUnfinished,
} from "./local-generation-record.ts";

/** The generations in a folder, which nobody else may use while anything is changed. */
export function localGenerations(location: Omit<LocalStoresLocation, "generation" | "writes">): Generations {
  const { dataDir, onFault } = location;
  return {
    read: async () => readGenerations(dataDir),
    bytes: async (generation) => generationBytes(dataDir, generation),
    async openActive() {
      const generation = activeGeneration(dataDir);
      if (!existsSync(join(dataDir, logFile(generation)))) return null;
      return openLocalStores({ ...location, generation, writes: false });
    },
    openVault: (generation, { writes } = { writes: false }) => openVault({ dataDir, generation, writes, onFault }),
    open: (generation) => openLocalStores({ ...location, generation, writes: true }),
    begin: async (above) => beginGeneration(dataDir, above),
    async openNew(generation): Promise<NewGeneration> {
      const vault = await openVault({ dataDir, generation, writes: true, onFault });
      const log = openNewLog({ dataDir, generation });
      return {
        log,
        vault,
        async close() {
          log.abandon();
          await vault.close();
        },
      };
    },
    activate: async (generation) => activateGeneration(dataDir, generation),
    removeUnfinished: async () => removeUnfinished(dataDir),
    remove: async (generation) => removeGeneration(dataDir, generation),
    close: async () => {},
  };
}
