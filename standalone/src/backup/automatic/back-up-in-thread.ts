import { Worker } from "node:worker_threads";
import type { BackupRequest, ThreadMessage } from "./backup-messages.ts";
import { failure } from "./failure-reason.ts";

/**
 * Takes and proves one backup in a thread of its own, so that nobody waits for it. Each message is handled before the next. Resolves when
 * the thread has ended; a thread that died has failed. Aborting the signal ends it without a message.
 */
export async function backUpInThread(
  request: BackupRequest,
  handle: (message: ThreadMessage) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL("./backup-worker.ts", import.meta.url), { workerData: request });
  const terminate = () => void worker.terminate();
  stop.addEventListener("abort", terminate);
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let file: string | null = null;
  let isSettled = false;
  let handled = Promise.resolve();
  const receive = (message: ThreadMessage) => {
    if (message.type === "BackupTaken") file = message.data.file;
    else isSettled = true;
    handled = handled.then(() => handle(message));
  };
  let cause: unknown = new Error("the thread ended too early");
  worker.on("message", receive);
  worker.on("error", (error) => {
    cause = error;
  });
  await exited;
  stop.removeEventListener("abort", terminate);
  if (!isSettled && !stop.aborted) receive(failure(cause, file));
  await handled;
}
