import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { takeTurns } from "./turns.ts";

it("A1 takes a few steps in each turn of the event loop, one for each connection in turn", async () => {
  const turns = takeTurns(2);
  const taken: string[] = [];
  const connection = (name: string, steps: number) => {
    let left = steps;
    return () => {
      taken.push(name);
      return --left > 0;
    };
  };
  turns.ask(connection("busy", 4));
  turns.ask(connection("other", 1));
  const afterEachTurn: string[][] = [];
  for (let n = 0; n < 3; n++) {
    await turn();
    afterEachTurn.push(taken.splice(0));
  }
  expect(afterEachTurn).toEqual([["busy", "other"], ["busy", "busy"], ["busy"]]);
});
