import { beforeEach, describe, expect, it } from "vitest";
import { authenticationNames, projectionNames } from "../read-models/all-projections.ts";
import { lagReasonOf, publishedPositions, ReportedProgress, reasonsOf } from "./progress.ts";

let now: number;
let progress: ReportedProgress;
beforeEach(() => {
  now = 10_000;
  progress = new ReportedProgress(() => now, 3);
});

const tell = (positions: Record<string, bigint>, asOf: Record<string, number> = {}) =>
  progress.update({ positions: new Map(Object.entries(positions)), asOf: new Map(Object.entries(asOf)) });
const both = ["a@1", "b@1"];

describe("waiting for a position", () => {
  it("ends at once when the position was already reached", async () => {
    tell({ "a@1": 5n, "b@1": 6n });
    expect(await progress.waitForPosition(both, 5n, 0)).toBe(true);
  });

  it("ends when the last of the projections reaches the position", async () => {
    tell({ "a@1": 5n });
    const order: string[] = [];
    const waiting = progress.waitForPosition(both, 5n, 1000).then((reached) => order.push(`b: ${reached}`));
    tell({ "b@1": 4n });
    await Promise.resolve();
    order.push("not yet");
    tell({ "b@1": 5n });
    await waiting;
    expect(order).toEqual(["not yet", "b: true"]);
  });

  it("ends after the timeout when the position is not reached", async () => {
    tell({ "a@1": 4n });
    expect(await progress.waitForPosition(["a@1"], 5n, 5)).toBe(false);
  });

  it("RW-7 is refused beyond a number of waiters, while earlier ones keep waiting", async () => {
    const waiting = [1, 2, 3].map(() => progress.waitForPosition(["a@1"], 5n, 1000));
    expect(await progress.waitForPosition(["a@1"], 5n, 1000)).toBe(false);
    tell({ "a@1": 5n });
    expect(await Promise.all(waiting)).toEqual([true, true, true]);
    const more = progress.waitForPosition(["a@1"], 6n, 1000);
    tell({ "a@1": 6n });
    expect(await more).toBe(true);
  });

  it("ends when no more progress will be reported", async () => {
    const waiting = progress.waitForPosition(both, 5n, 60_000);
    progress.end();
    expect(await waiting).toBe(false);
  });
});

describe("the lag", () => {
  it("is infinite until every projection has reached the head of the log", () => {
    tell({ "a@1": 5n, "b@1": 5n }, { "a@1": 10_000 });
    expect(progress.lagSeconds(both)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is that of the projection furthest behind", () => {
    tell({}, { "a@1": 10_000, "b@1": 9_000 });
    now = 12_500;
    expect(progress.lagSeconds(both)).toBe(3.5);
    expect(progress.lagSeconds(["a@1"])).toBe(2.5);
  });

  it("grows while no progress is reported", () => {
    tell({}, { "a@1": 10_000 });
    now = 70_000;
    expect(progress.lagSeconds(["a@1"])).toBe(60);
  });
});

describe("projections that authentication does not need", () => {
  /** What decides whether a session, a token or an API key is good. */
  const credentials = [
    "users",
    "sessions",
    "consents",
    "authorizations",
    "signingKeys",
    "revokedClientTokens",
    "applications",
    "clientSources",
    "apiResources",
    "apiKeys",
  ];

  it("B9 are not published to processes that wait for sign-outs", () => {
    const positions = new Map([...projectionNames, "figures@1"].map((name) => [name, 5n]));
    expect([...publishedPositions({ positions, asOf: new Map() }).keys()].sort()).toEqual(
      [...authenticationNames].sort(),
    );
    expect(authenticationNames.map((name) => name.split("@")[0])).toEqual(credentials);
  });

  it("B9 are named, each with its reason", () => {
    tell({}, { "a@1": 4_000, "c@1": 9_000 });
    const reasonOf = (name: string) => lagReasonOf(progress, name);
    expect(reasonsOf(["a@1", "b@1", "c@1"], reasonOf)).toBe("a@1 is 6 s behind, b@1 is catching up");
    expect(reasonsOf(["c@1"], reasonOf)).toBeNull();
    expect(reasonsOf([], reasonOf)).toBeNull();
  });
});
