import fc from "fast-check";
import { expect, it } from "vitest";
import { later } from "./places.ts";

const at = (commit: bigint) => ({ id: "", streamId: "", revision: 0n, type: "", data: null, position: { commit } });

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
