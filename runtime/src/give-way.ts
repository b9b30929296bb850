import { constants, setPriority } from "node:os";

/**
 * From now on this thread, and those that it starts, work when no other wants the processor. Only on Linux, where a thread has a
 * priority of its own: elsewhere the whole process would have to wait.
 */
export function giveWay(): void {
  // 0: the thread that calls.
  if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_LOW);
}
