import type { StreamName } from "@attestory/events/envelope.ts";
import * as envelope from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { scratchServiceOfTest } from "../testing/scratch-scenes.ts";
import { continueCheckpoints } from "./continue-checkpoints.ts";

const service = scratchServiceOfTest();
const streams = Object.entries(envelope).filter(([name]) => name.endsWith("ProgressStream"));

it.each(streams)("continues %s at the place of its position in the new log", async (_name, stream) => {
  const progress = stream as StreamName;
  await service.happened(progress, { type: "ErasuresProgressed", data: { position: "700" } });
  const places = [
    { from: 1n, to: 1n },
    { from: 650n, to: 7n },
    { from: 900n, to: 9n },
  ];
  await continueCheckpoints({ ...service, now: new Date() }, places);
  expect((await service.log.read(progress, 1)).events.map(({ data }) => data)).toEqual([{ position: "7" }]);
});
