import { expect, it } from "vitest";
import { createFairShare } from "./fair-share.ts";

it("RS-21 gives an application four places, or one after a slow answer, and the others theirs", async () => {
  let now = 0;
  const share = createFairShare(() => now);
  const held: (() => void)[] = [];
  const hold = (id: string) => share(id, () => new Promise<string>((resolve) => held.push(() => resolve("done"))));
  const endHeld = () => {
    for (const end of held.splice(0)) end();
  };
  const first = [1, 2, 3, 4].map(() => hold("slow"));
  expect(await hold("slow")).toBeNull();
  expect(await share("other", async () => "done")).toBe("done");
  now = 5000;
  endHeld();
  expect(await Promise.all(first)).toEqual(["done", "done", "done", "done"]);

  const alone = hold("slow");
  expect(await hold("slow")).toBeNull();
  endHeld();
  await alone;
  const again = [hold("slow"), hold("slow")];
  endHeld();
  expect(await Promise.all(again)).toEqual(["done", "done"]);
});
