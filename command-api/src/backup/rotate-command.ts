import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { type MasterKey, WrongMasterKey } from "@attestory/event-store/vault/master-key.ts";
import { rewrapVault, wrappingMark } from "@attestory/event-store/vault/rotate-master-key.ts";
import { createProgress, type ShownProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { type BackupCommand, CommandFailure, exitCodeOf } from "./backup-command.ts";
import { messageOf, number } from "./command-output.ts";

export interface RotationParts {
  generations: Pick<Generations, "read" | "openVault">;
  /** Both master keys. */
  masterKey: MasterKey;
  /** Called once no key is wrapped with the former one. Returns what to do next. */
  finish(): string;
  close(): Promise<void>;
}

/** What to do first where the environment has the master key. */
export const nextKeyMissing =
  "MASTER_KEY_NEXT must be the new key (openssl rand -base64 32): set it beside MASTER_KEY, start every process again, then run this again";
/** And at last. */
export const useNextKey =
  "set MASTER_KEY to the value of MASTER_KEY_NEXT, remove MASTER_KEY_NEXT, and start every process of the service again";

/**
 * `rotate-master-key`: wraps every key with the new master key while the service runs. If it is interrupted, running it again goes on.
 */
export async function runRotateCommand({ args, open, fail }: BackupCommand<RotationParts>): Promise<void> {
  if (args.length > 0) return fail(64, "rotate-master-key takes no arguments");
  try {
    const parts = await open();
    await rotateAndFinish(parts).finally(parts.close);
  } catch (error) {
    fail(
      exitCodeOf(error),
      `${messageOf(error)}. The rotation is not finished: both master keys are needed until it is`,
    );
  }
}

async function rotateAndFinish(parts: RotationParts): Promise<void> {
  const progress = createProgress();
  const keys = await rotate(parts, progress).finally(() => progress.end());
  const next = parts.finish();
  const { mark } = parts.masterKey;
  say(`wrapped ${number(keys)} keys with the master key ${mark}: nothing needs the former one any more`);
  say(`next: ${next}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Goes over every generation, also those that were kept. Returns how many keys the new master key did not wrap. */
async function rotate(parts: RotationParts, progress: ShownProgress): Promise<number> {
  const done = new Set<number>();
  for (let keys = 0; ; ) {
    const { whole, unfinished } = await parts.generations.read();
    const left = whole.filter((generation) => !done.has(generation));
    if (left.length === 0 && unfinished !== null) throw new CommandFailure(importRuns);
    if (left.length === 0) return keys;
    for (const generation of left) {
      keys += await rotateGeneration(generation, parts, progress);
      done.add(generation);
    }
  }
}

async function rotateGeneration(
  generation: number,
  { generations, masterKey }: RotationParts,
  progress: ShownProgress,
): Promise<number> {
  const vault = await generations.openVault(generation, { writes: true });
  const onProgress = (done: number) =>
    progress.show({ what: `Rotating generation ${generation}`, unit: "keys", done, total: null });
  try {
    const mark = await wrappingMark(vault);
    if (mark === null || masterKey.knows(mark)) return await rewrapVault({ vault, masterKey, onProgress });
    const { active } = await generations.read();
    if (generation === active) throw new WrongMasterKey(`the vault has the master key ${mark}, which was not given`);
    say(`generation ${generation} has another master key, ${mark}, and stays as it is`);
    return 0;
  } finally {
    await vault.close();
  }
}

const importRuns =
  "an import is under way, or was killed: run this again once it has ended, or the service was started again";
