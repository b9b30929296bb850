/** @module-tag random */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFairQueue, type Waiter } from "./fair-queue.ts";

const numRuns = process.env.FULL_RUN === "1" ? 20_000 : 300;
const size = { places: 6, perAccount: 1, perNetwork: 2 };
const [accounts, networks] = [[..."abcde"], [..."NMOP"]];
const waiter = fc.record({ account: fc.constantFrom(...accounts), network: fc.constantFrom(...networks) });
const step = fc.oneof({ weight: 3, arbitrary: waiter }, { weight: 1, arbitrary: fc.constant("turn" as const) });

interface Request extends Waiter {
  n: number;
}

/** A plain list of those who wait, kept beside the queue, against which every step is checked. */
function observed() {
  const queue = createFairQueue<Request>(size);
  let waiting: Request[] = [];
  /** For each network that waits: whose turns it has seen since its own last one. */
  const passedBy = new Map<string, string[]>();
  const count = (key: keyof Waiter, value: string) => waiting.filter((one) => one[key] === value).length;
  const fullness = (one: Waiter) =>
    Math.max(count("account", one.account) / size.perAccount, count("network", one.network) / size.perNetwork);

  const leave = (left: Request) => {
    expect(waiting).toContain(left);
    waiting = waiting.filter((one) => one !== left);
    if (count("network", left.network) === 0) passedBy.delete(left.network);
  };

  const expectGreediest = (shed: Request, added: Request) => {
    expect(fullness(shed)).toBe(Math.max(...waiting.map(fullness)));
    const isOfSameGroup = shed.account === added.account || shed.network === added.network;
    // A place is given up only to one who has fewer.
    if (!isOfSameGroup) expect(fullness(shed)).toBeGreaterThan(fullness(added));
  };

  const expectInTurn = (served: Request) => {
    const ofSameLine = waiting.filter(
      ({ account, network }) => account === served.account && network === served.network,
    );
    expect(served.n).toBe(Math.min(...ofSameLine.map(({ n }) => n)));
    for (const network of new Set(waiting.map((one) => one.network))) {
      const passed = [...(passedBy.get(network) ?? []), served.network];
      if (network === served.network) passedBy.delete(network);
      else passedBy.set(network, passed);
      // No other network has two turns before it has one.
      expect(new Set(passed).size).toBe(passed.length);
    }
  };

  return {
    arrive(added: Request) {
      waiting.push(added);
      const shed = queue.add(added, added);
      expect(shed !== null).toBe(waiting.length > size.places);
      if (!shed) return;
      expectGreediest(shed, added);
      leave(shed);
    },
    turn(): boolean {
      const served = queue.next();
      expect(served === undefined).toBe(waiting.length === 0);
      if (!served) return false;
      expectInTurn(served);
      leave(served);
      return true;
    },
  };
}

describe("any sequence of arrivals and turns", () => {
  it("A2 loses nobody, sheds only the greediest and only for lack of room, and gives networks their turns", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { arrive, turn } = observed();
        for (const [n, one] of steps.entries()) {
          if (one === "turn") turn();
          else arrive({ ...one, n });
        }
        while (turn());
      }),
      { numRuns },
    );
  });

  it("A2 serves a request after a bounded number of turns, whatever arrives meanwhile", () => {
    const first = fc.array(waiter, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(first, fc.array(waiter, { minLength: 150, maxLength: 200 }), (before, later) => {
        const queue = createFairQueue<Waiter>({ ...size, places: 1000 });
        for (const one of before) queue.add(one, one);
        const last = before.at(-1) as Waiter;
        const ahead = before.filter((one) => one.account === last.account && one.network === last.network).length;
        let turns = 1;
        for (const one of later) {
          if (queue.next() === last) break;
          queue.add(one, one);
          turns++;
        }
        expect(turns).toBeLessThanOrEqual(ahead * accounts.length * networks.length);
      }),
      { numRuns },
    );
  });
});
