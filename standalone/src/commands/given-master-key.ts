import { existsSync } from "node:fs";
import { type GivenMasterKeys, masterKeyFile } from "@attestory/event-store/vault/master-key-file.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import type { Settings } from "../config.ts";

/** The master key, which is not created here: a new one opens nothing that was written before. */
export function givenMasterKey({ dataDir, masterKeys }: Settings): GivenMasterKeys {
  if (masterKeys || existsSync(masterKeyFile(dataDir))) return masterKeys;
  return fail(78, "MASTER_KEY must be that of the service whose data this is");
}
