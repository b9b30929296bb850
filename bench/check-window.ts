import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { user } from "@attestory/command-api/accounts/user.ts";
import { createCommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { sessionGuard } from "@attestory/command-api/sessions/session-guard.ts";
import { registerAnn, rename, startTestSession } from "@attestory/command-api/testing/people.ts";
import { openLog } from "@attestory/e2e/distributed/event-logs.ts";
import { startEventStore } from "@attestory/e2e/stand-ins/event-store-process.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";

const writes = 4000;

/** Milliseconds of each write: from the start of its check until its append is handed to the log, and until the log has answered. */
interface Windows {
  handedOver: number[];
  answered: number[];
}

/** Renames as many users in turn as are written at once. Each command checks its session. */
async function measure({ sealing }: ScratchService, log: EventLog, atOnce: number): Promise<Windows> {
  const windows: Windows = { handedOver: [], answered: [] };
  const plain = createCommandHandler(log, sealing);
  const one = async () => {
    let checkedAt = 0;
    const timed = logWith(log, {
      async append(...asked) {
        windows.handedOver.push(performance.now() - checkedAt);
        const position = await log.append(...asked);
        windows.answered.push(performance.now() - checkedAt);
        return position;
      },
    });
    const session: typeof sessionGuard = {
      ...sessionGuard,
      hasEnded(...asked) {
        checkedAt = performance.now();
        return sessionGuard.hasEnded(...asked);
      },
    };
    const commandHandler = createCommandHandler(timed, sealing, { guards: { session } });
    const userId = await registerAnn(plain);
    const sessionId = await startTestSession(plain, userId);
    await commandHandler.load(user, userStream(userId));
    for (let n = 0; n < writes / atOnce; n++) await rename(commandHandler, { userId, sessionId }, randomUUID());
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return windows;
}

function shown(name: string, values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
  return `${name.padEnd(60)} p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)} ms`;
}

/** How long a command can be appended after its session was found good: on SQLite, and on the stand-in of EventStoreDB. */
export async function measureCheckWindow(): Promise<string[]> {
  const scratch = await openScratchService();
  const store = await startEventStore(join(scratch.dataDir, "store.sqlite"));
  const remote = await openLog(store.url);
  const lines: string[] = [];
  for (const [name, log] of Object.entries({ SQLite: scratch.log, "the stand-in of EventStoreDB": remote })) {
    for (const atOnce of [1, 32]) {
      const { handedOver, answered } = await measure(scratch, log, atOnce);
      lines.push(
        shown(`${name}, ${atOnce} at once: from the check to the hand-over`, handedOver),
        shown("  from the check to the log's answer", answered),
      );
    }
  }
  await remote.close();
  await store.stop();
  await scratch.close();
  return [...lines, `load average ${loadavg()[0]?.toFixed(1)}`];
}
