import { stat } from "node:fs/promises";
import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * From now on this thread, and those that it starts, work when no other wants the processor. Only on Linux, where a thread has a
 * priority of its own: elsewhere the whole process would have to wait. Where it is not allowed, nothing changes.
 */
export const giveWay = (): void => lowerTo(PRIORITY_LOW);

/** The same for work that must not stand still where others always want the processor: beside one other thread, it gets a tenth of it. */
export const mostlyGiveWay = (): void => lowerTo(PRIORITY_BELOW_NORMAL);

function lowerTo(priority: number): void {
  if (process.platform !== "linux") return;
  try {
    // 0: the thread that calls.
    if (getPriority(0) < priority) setPriority(0, priority);
  } catch {}
}

/**
 * Starts the threads that hash passwords and read files for the whole process, with the priority of the caller. To be awaited before
 * another thread gives way: if that one used them first, they would have its priority.
 */
export const startThreadPool = async (): Promise<void> => void (await stat(process.execPath));
