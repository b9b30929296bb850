import type { Position } from "@attestory/events/envelope.ts";
import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { describe, expect, it } from "vitest";
import { scratchServiceOfFile } from "../testing/scratch-scenes.ts";
import { AnnouncedWake, followByReading } from "./follow.ts";

/** Longer than any test: only an announcement wakes. */
const never = 2 ** 31 - 1;
const service = scratchServiceOfFile();

/** Appends an event to a new stream; returns its id. */
async function appended(): Promise<string> {
  const event = exampleEvent();
  await service.log.append(exampleStream(), 0, [event]);
  return event.id;
}

describe("following by reading", { timeout: 10_000 }, () => {
  /** Follows from the head. `afterRead` runs once a read has found nothing, before the follower gets its result. */
  const following = async (wake: AnnouncedWake, afterRead: () => Promise<void>) => {
    const readAll = async (after: Position, limit: number) => {
      const events = await service.log.readAll(after, limit);
      if (events.length === 0) await afterRead();
      return events;
    };
    const stop = new AbortController();
    const batches = followByReading({ readAll, wake }, await service.log.head(), stop.signal);
    return {
      nextIds: async () => ((await batches.next()).value ?? []).map(({ id }: { id: string }) => id),
      async end() {
        stop.abort();
        await batches.return(undefined);
      },
    };
  };

  it("RE-15 yields at once an event that was announced between its read and its wait", async () => {
    const wake = new AnnouncedWake(never);
    const ids: string[] = [];
    const follower = await following(wake, async () => {
      ids.push(await appended());
      wake.announce();
    });
    for (let round = 0; round < 3; round++) expect(await follower.nextIds()).toEqual([ids[round]]);
    await follower.end();
  });

  it("wakes by its poll only where there is news, or where it cannot be asked", async () => {
    const asked: (boolean | Error)[] = [false, false, true, new Error("disk I/O error")];
    const wake = new AnnouncedWake(1, () => {
      const answer = asked.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const { signal } = new AbortController();
    await wake.after(0, signal);
    expect([asked.length, wake.count]).toEqual([1, 1]);
    await wake.after(1, signal);
    expect([asked.length, wake.count]).toEqual([0, 2]);
  });

  it("yields an event that was announced while it waited", async () => {
    const wake = new AnnouncedWake(never);
    const follower = await following(wake, async () => {});
    const next = follower.nextIds();
    const id = await appended();
    wake.announce();
    expect(await next).toEqual([id]);
    await follower.end();
  });

  it("yields an event whose announcement was lost, at its next poll", async () => {
    const ids: string[] = [];
    const follower = await following(new AnnouncedWake(1), async () => {
      if (ids.length === 0) ids.push(await appended());
    });
    expect(await follower.nextIds()).toEqual(ids);
    await follower.end();
  });
});
