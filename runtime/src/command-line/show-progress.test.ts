import { expect, it } from "vitest";
import { createProgress } from "./show-progress.ts";
import { createStatusLine } from "./status-line.ts";

const clearing = "\r\u001b[K";
const figures = { what: "Checking", unit: "events", done: 1, total: 4 };

function scene({ isTTY = true, columns = 80, TERM = "xterm" }: { isTTY?: boolean; columns?: number; TERM?: string }) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, columns, write: (text: string) => written.push(text) };
  const line = createStatusLine(stream, { TERM });
  const progress = createProgress({ line, stream, clock: () => clock.now });
  /** What the terminal shows in the end, if it is as wide as it says. */
  const shown = () =>
    written
      .join("")
      .split("\n")
      .map((text) => text.split(clearing).at(-1));
  return { written, clock, stream, line, progress, shown };
}

it("redraws one line of a terminal, and leaves one", () => {
  const { progress, shown } = scene({});
  progress.show(figures);
  expect(shown()).toEqual(["| Checking [#######.......................] 25 %, 1 of 4 events"]);
  progress.show({ ...figures, done: 2 });
  expect(shown()).toEqual(["| Checking [###############...............] 50 %, 2 of 4 events"]);
  progress.end("checked 4 events");
  expect(shown()).toEqual(["checked 4 events", ""]);
});

it("writes other lines above the bar, which neither tears", () => {
  const { progress, line, stream, shown } = scene({});
  progress.show(figures);
  line.above(() => stream.write("a line of the log\n"));
  expect(shown()).toEqual(["a line of the log", expect.stringMatching(/^\| Checking .* events$/)]);
  progress.end();
  line.above(() => stream.write("another\n"));
  expect(shown()).toEqual(["a line of the log", "another", ""]);
});

it.each([10, 30, 60])("stays in one line of %i characters", (columns) => {
  const { progress, shown } = scene({ columns });
  progress.show({ ...figures, what: "Building 27 read models", done: 3_000_000, total: 10_800_000 });
  expect(shown()[0]?.length).toBeLessThan(columns);
});

it.each([{ isTTY: false }, { TERM: "dumb" }])(
  "writes a line every ten seconds where it cannot redraw one: %o",
  (where) => {
    const { progress, clock, written } = scene(where);
    progress.show(figures);
    clock.now = 9999;
    progress.show({ ...figures, done: 2 });
    expect(written).toEqual([]);
    clock.now = 10_000;
    progress.show({ ...figures, done: 3 });
    clock.now = 10_001;
    progress.show({ ...figures, done: 4 });
    progress.end("checked 4 events");
    expect(written).toEqual(["attestory: Checking: 75 %, 3 of 4 events\n"]);
  },
);
