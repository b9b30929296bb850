import { existsSync } from "node:fs";
import { join } from "node:path";
import { masterKeyFile } from "@attestory/event-store/vault/master-key.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import type { Settings } from "../config.ts";

/** The master key, which is not created here: a new one opens nothing that was written before. */
export function givenMasterKey({ dataDir, masterKey }: Settings): Buffer {
  if (masterKey) return masterKey;
  if (existsSync(join(dataDir, "master.key"))) return masterKeyFile(dataDir);
  return fail(78, "MASTER_KEY must be that of the service whose data this is");
}
