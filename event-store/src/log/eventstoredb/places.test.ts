import fc from "fast-check";
import { expect, it } from "vitest";
import { later, newestOwn } from "./places.ts";

const at = (commit: bigint) => ({ id: "", streamId: "", revision: 0n, type: "", data: null, position: { commit } });

/** A store with these streams' events, oldest first. Counts the events that it returned. */
function storeOf(streams: readonly string[]) {
  const stored = streams.map((streamId, n) => ({ ...at(BigInt(n + 1)), streamId })).reverse();
  const store = {
    returned: 0,
    async readBack(before: bigint | null, limit: number) {
      const page = stored.filter(({ position }) => before === null || position.commit < before).slice(0, limit);
      store.returned += page.length;
      return page;
    },
  };
  return store;
}
const positionsOf = (events: readonly { position?: { commit: bigint } | undefined }[]) =>
  events.map(({ position }) => position?.commit);

it("D5 finds the newest own events between those of others, and gives up after a bounded number of others", async () => {
  const others = (count: number) => Array.from({ length: count }, () => "$stats");
  const store = storeOf(["own.a", "own.b", ...others(2500), "own.c", ...others(7)]);
  expect(positionsOf(await newestOwn(store, "own.", 100))).toEqual([2503n, 2n, 1n]);
  expect(positionsOf(await newestOwn(store, "own.", 2))).toEqual([2503n, 2n]);
  const crowded = storeOf(["own.a", ...others(30_000), "own.b"]);
  expect(positionsOf(await newestOwn(crowded, "own.", 2))).toEqual([30_002n]);
  expect(crowded.returned).toBeLessThanOrEqual(10_000);
});

it("RE-12 returns only events that are later than all before, however deliveries are split into batches", () => {
  const delivery = fc.array(fc.bigInt({ min: 1n, max: 30n }), { maxLength: 40 });
  const property = fc.property(delivery, fc.nat(40), fc.bigInt({ min: 0n, max: 30n }), (positions, cut, after) => {
    const whole = later(positions.map(at), after).map(({ position }) => position.commit);
    const first = later(positions.slice(0, cut).map(at), after).map(({ position }) => position.commit);
    const second = later(positions.slice(cut).map(at), first.at(-1) ?? after).map(({ position }) => position.commit);
    expect([...first, ...second]).toEqual(whole);
    expect(whole.every((position, n) => position > (whole[n - 1] ?? after))).toBe(true);
    expect(whole.at(-1) ?? after).toBe(
      positions.reduce((most, position) => (position > most ? position : most), after),
    );
  });
  fc.assert(property);
});
