import { expect, it } from "vitest";
import { makeRoom, type Scheduled } from "./make-room.ts";

/** The pauses of a thread that makes `steps` of 20 ms each, and waits so long in each of them. */
async function pausesOf(steps: readonly { waits: number }[]): Promise<number[]> {
  let at: Scheduled | null = { ran: 0, waited: 0 };
  const paused: number[] = [];
  const step = makeRoom(
    () => at,
    async (ms) => void paused.push(ms),
  );
  for (const { waits } of steps) {
    at = { ran: at.ran + 20, waited: at.waited + waits };
    await step();
  }
  return paused;
}

const steps = (count: number, waits: number) => Array.from({ length: count }, () => ({ waits }));

it("pauses while others want the processor, and not where the system does not tell", async () => {
  expect(await pausesOf(steps(20, 1))).toEqual([]);
  expect(await pausesOf(steps(3, 20))).toEqual([60, 60]);
  const wanted = await pausesOf([...steps(5, 20), ...steps(20, 0)]);
  expect(wanted.length).toBeGreaterThan(4);
  expect(wanted.length).toBeLessThan(15);
  await makeRoom(
    () => null,
    async () => expect.unreachable(),
  )();
});
