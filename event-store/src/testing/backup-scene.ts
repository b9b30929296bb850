import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userStream } from "@attestory/events/envelope.ts";
import { restore } from "../backup/restore.ts";
import { type BackupOptions, writeBackup } from "../backup/write-backup.ts";
import { logFile, openNewLog } from "../log/open-new-log.ts";
import { type MasterKey, masterKey } from "../vault/master-key.ts";
import { openVault } from "../vault/open-vault.ts";
import type { Vault } from "../vault/vault.ts";
import { openScratchService } from "./scratch-service.ts";

const onFault = (error: Error) => {
  throw error;
};

export interface RestoreOptions {
  /** The text of the second file. */
  keys?: string;
  key?: MasterKey;
  erasedSince?: string[];
  until?: Date;
  /** Bytes in a piece of the file. */
  size?: number;
}

/** A service with three persons, of whom one is erased, and its backups. */
export async function backupScene() {
  const now = new Date();
  const [ada, eve, erased] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const names = new Map([
    [ada, "Ada O'Neil; -- '' \\ \u0000 😀"],
    [eve, "Eve Featherstonehaugh"],
    [erased, "Nobody"],
  ]);
  const service = await openScratchService();
  const key = masterKey(service.masterKey);
  const folders: string[] = [];
  for (const [userId, firstName] of names) {
    const profile = { userId, firstName, lastName: null };
    await service.happened(userStream(userId), { type: "ProfileChanged", data: profile }, { person: userId });
  }
  await service.keyring.erasePerson(erased);

  let reused: Vault | null = null;

  const restoredInto = async (
    { dataDir, vault }: { dataDir: string; vault: Vault },
    text: string | Buffer,
    options: RestoreOptions,
  ) => {
    const log = openNewLog({ dataDir, generation: 2 });
    const keyFile = options.keys === undefined ? undefined : bytesOf(options.keys);
    const erasedSince = async (ids: readonly string[]) =>
      new Set(ids.filter((id) => options.erasedSince?.includes(id)));
    try {
      const target = { vault, log, masterKey: options.key ?? key, now, until: options.until, erasedSince };
      return await restore({ file: bytesOf(text, options.size), keyFile }, target);
    } finally {
      log.abandon();
    }
  };

  return {
    ...service,
    key,
    now,
    ada,
    eve,
    erased,
    names,
    async written(options: Partial<BackupOptions> = {}): Promise<string> {
      let text = "";
      for await (const piece of writeBackup({ ...service, masterKey: key }, { now, ...options })) text += piece;
      return text;
    },
    /** Restores the text as generation 2 into a new folder. */
    async restored(text: string | Buffer, options: RestoreOptions = {}) {
      const dataDir = mkdtempSync(join(tmpdir(), "attestory-"));
      folders.push(dataDir);
      const vault = await openVault({ dataDir, generation: 2, writes: true, onFault });
      try {
        return { ...(await restoredInto({ dataDir, vault }, text, options)), dataDir };
      } finally {
        await vault.close();
      }
    },
    /** Restores a text that is refused, into a vault that is used again, and returns the error. */
    async refused(text: string | Buffer, options: RestoreOptions = {}): Promise<unknown> {
      reused ??= await openVault({ dataDir: service.dataDir, generation: 2, writes: true, onFault });
      rmSync(join(service.dataDir, logFile(2)), { force: true });
      const into = { dataDir: service.dataDir, vault: reused };
      return restoredInto(into, text, options).catch((error: unknown) => error);
    },
    async close() {
      await reused?.close();
      await service.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
  };
}

async function* bytesOf(text: string | Buffer, size = 1 << 16) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
