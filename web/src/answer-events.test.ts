import { expect, it } from "vitest";
import { type AnswerEvent, eventsIn } from "./answer-events.ts";

const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });

async function all(arriving: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const arrived: AnswerEvent[] = [];
  for await (const event of arriving) arrived.push(event);
  return arrived;
}

const sent = 'event: progress\ndata: {"done":1}\n\nevent: done\ndata: {"name":"Zoë"}\n\n';
const events = [
  { name: "progress", data: '{"done":1}' },
  { name: "done", data: '{"name":"Zoë"}' },
];

it("IM-09 reads the same events of an answer wherever its pieces are cut", async () => {
  const bytes = new TextEncoder().encode(sent);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const pieces = streamOf(bytes.subarray(0, cut), bytes.subarray(cut));
    expect(await all(eventsIn(pieces)), `cut at ${cut}`).toEqual(events);
  }
});

it("IM-09 leaves out an event that did not come whole", async () => {
  const bytes = new TextEncoder().encode(sent);
  expect(await all(eventsIn(streamOf(bytes.subarray(0, -1))))).toEqual(events.slice(0, 1));
});
