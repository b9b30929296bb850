import { expect, it } from "vitest";
import type { BuildProgress } from "../store/builds.ts";
import type { BuildBar } from "./build-bar.ts";
import { BuildsShown } from "./builds-shown.ts";

const progress: BuildProgress = { started: 0, told: 0, done: 999n, total: 1000n, perSecond: 100 };
const projections = ["users@1", "activity@1"];
const written = (documents: number, of: number): BuildProgress => ({
  ...progress,
  done: 1000n,
  writing: { documents, of, perSecond: 10 },
});

function scene(standsInLog: boolean | null) {
  const [logged, bars, ends]: [object[], number[], string[]] = [[], [], []];
  const bar: BuildBar | null =
    standsInLog === null
      ? null
      : {
          standsInLog,
          show: (readModels) => void bars.push(readModels),
          end: (built, of) => void ends.push(`${built} of ${of}`),
        };
  const shown = new BuildsShown({ info: (fields) => void logged.push(fields) }, bar);
  return { logged, bars, ends, shown };
}

it("RE-16 says of each read model how far its build is, and nothing once it has ended", () => {
  const { shown, logged } = scene(null);
  expect(shown.shareOf(projections)).toBeNull();
  shown.building({ kind: "building", projections, progress });
  expect([shown.shareOf(["activity@1"]), shown.shareOf(["others@1"])]).toEqual([
    "being built, 99 % of events applied",
    null,
  ]);
  const each = new Map([
    ["users@1", written(5, 5)],
    ["activity@1", written(1, 4)],
  ]);
  shown.building({ kind: "building", projections, progress: written(6, 9), each });
  // The switch is still to come.
  expect(shown.shareOf(["users@1"])).toBe("being built, 99 % of documents written");
  expect(shown.shareOf(["activity@1"])).toBe("being built, 25 % of documents written");
  expect(shown.progress).toEqual(written(6, 9));
  expect(shown.shares()).toEqual({ "users@1": "99 % of documents written", "activity@1": "25 % of documents written" });
  shown.built(["users@1"]);
  expect([shown.shareOf(["users@1"]), shown.shares()]).toEqual([null, { "activity@1": "25 % of documents written" }]);
  shown.building({ kind: "building", projections: [], progress: null });
  expect([shown.shareOf(projections), shown.shares(), shown.progress]).toEqual([null, {}, null]);
  expect(logged[0]).toEqual({ projections: 2, events: 999, of: 1000, percent: 99, perSecond: 100, secondsLeft: 1 });
});

it.each([
  { standsInLog: true, lines: 1 },
  { standsInLog: false, lines: 2 },
])("shows a bar on the terminal, and lines in a log that is elsewhere: %o", ({ standsInLog, lines }) => {
  const { shown, logged, bars, ends } = scene(standsInLog);
  shown.building({ kind: "building", projections, progress });
  shown.building({ kind: "building", projections, progress: written(1, 9) });
  shown.built(["users@1"]);
  shown.building({ kind: "building", projections: [], progress: null });
  shown.building({ kind: "building", projections: [], progress: null });
  expect([bars, ends, logged.length]).toEqual([[2, 2], ["1 of 2"], lines]);
});
