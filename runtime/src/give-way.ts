import { stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";

/**
 * From now on this thread, and those that it starts, work when no other wants the processor. Only on Linux, where a thread has a
 * priority of its own: elsewhere the whole process would have to wait. Where it is not allowed, nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    // 0: the thread that calls.
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {}
}

/**
 * Starts the threads that hash passwords and read files for the whole process, with the priority of the caller. To be awaited before
 * another thread gives way: if that one used them first, they would have its priority.
 */
export const startThreadPool = async (): Promise<void> => void (await stat(process.execPath));
