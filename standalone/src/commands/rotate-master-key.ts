import { join } from "node:path";
import {
  nextKeyMissing,
  type RotationParts,
  runRotateCommand,
  useNextKey,
} from "@attestory/command-api/backup/rotate-command.ts";
import { localGenerations } from "@attestory/event-store/generations/local-generations.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import {
  beginRotation,
  endRotation,
  masterKeyFile,
  openMasterKey,
} from "@attestory/event-store/vault/master-key-file.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { takeFile } from "../data-folder.ts";
import { openStoresToRead } from "./open-stores-to-read.ts";
import { readSettingsOfLog } from "./read-command-settings.ts";

/** `attestory rotate-master-key` */
export const rotateMasterKeyCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<void> =>
  runRotateCommand({ args, open: () => openRotation(environment), fail });

async function openRotation(environment: NodeJS.ProcessEnv): Promise<RotationParts> {
  const { dataDir, masterKeys } = readSettingsOfLog(environment);
  const generations = localGenerations({ dataDir, masterKeys, onFault: (error) => fail(1, error.message) });
  if (masterKeys) {
    if (masterKeys.length < 2) return fail(78, nextKeyMissing);
    return { generations, masterKey: masterKey(...masterKeys), finish: () => useNextKey, close: generations.close };
  }
  // Two rotations would each make a new key, and the file of one would replace that of the other.
  const lock = takeFile(join(dataDir, "rotation-lock.sqlite"));
  if (!lock) return fail(1, "another rotation of the master key is under way");
  try {
    // A file that does not open the vault is not replaced.
    await (await openStoresToRead(environment)).close();
    beginRotation(dataDir);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    generations,
    masterKey: openMasterKey(null, { dataDir, creates: false }),
    finish() {
      const former = endRotation(dataDir);
      return `keep a copy of ${masterKeyFile(dataDir)}, and keep ${former} as safely for as long as backups from before, which need it`;
    },
    close: async () => lock.release(),
  };
}
