import { exampleEvent, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logWith } from "../testing/log-with.ts";
import { openScratchService, type ScratchService } from "../testing/scratch-service.ts";
import { DamagedEvent, LogUnavailable } from "./event-log.ts";
import { LogReplaced, sameLogCheck, watchForReplacement } from "./replaced-log.ts";

let here: ScratchService;
let other: ScratchService;
beforeAll(async () => {
  [here, other] = [await openScratchService(), await openScratchService()];
});
afterAll(() => Promise.all([here.close(), other.close()]));
const append = ({ log }: ScratchService) => log.append(exampleStream(), 0, [exampleEvent()]);

it("B2 notices that a log was replaced by another one, also if that has grown further", async () => {
  let log = here.log;
  const check = sameLogCheck({ eventAt: (position) => log.eventAt(position), newest: () => log.newest() });
  await check();
  await append(here);
  await check();
  await append(here);
  await check();
  log = other.log;
  await expect(check()).rejects.toBeInstanceOf(LogReplaced);
  for (let events = 0; events < 5; events++) await append(other);
  await expect(check()).rejects.toBeInstanceOf(LogReplaced);
  log = here.log;
  await check();
});

it("B2 does not take a damaged event or an unavailable log for another log", async () => {
  await append(here);
  for (const error of [new DamagedEvent("damaged"), new LogUnavailable("away")]) {
    let fails = false;
    const eventAt = async (position: bigint) => {
      if (fails) throw error;
      return here.log.eventAt(position);
    };
    const check = sameLogCheck(logWith(here.log, { eventAt }));
    await check();
    fails = true;
    const outcome = await check().catch((failed: unknown) => failed);
    expect(outcome).toBe(error instanceof LogUnavailable ? error : undefined);
  }
});

it("B2 repeats the check until the log was replaced, and reports that once", async () => {
  const outcomes: Error[] = [new LogUnavailable("away"), new LogReplaced("older")];
  const reported: Error[] = [];
  let checks = 0;
  const check = async () => {
    checks++;
    const error = outcomes.shift();
    if (error) throw error;
  };
  const watching = watchForReplacement(check, (error) => reported.push(error), 1);
  await expect.poll(() => reported.map(({ message }) => message)).toEqual(["older"]);
  await watching.close();
  expect(checks).toBe(2);
});
