import { keysOfPeriod } from "@attestory/projections/read-models/active-users.ts";
import { expect, it } from "vitest";
import { activeUserCounts } from "./count-active-users.ts";

it("reads nothing for days, weeks and months to come", async () => {
  const asked: string[] = [];
  const store = {
    getMany: async <Found>(_: unknown, keys: readonly string[]) => {
      asked.push(...keys);
      return new Map<string, Found>();
    },
  };
  const count = activeUserCounts(store, () => new Date("2026-11-23T12:00:00Z"));
  const { byDay, months } = await count({ from: "2998-01-01", to: "2999-01-31" });
  expect([byDay.size, months.length, asked]).toEqual([396, 13, []]);
  // The clock of another process may have come to the next day.
  await count({ from: "2026-11-23", to: "2026-11-25" });
  const days = ["day/2026-11-23", "day/2026-11-24"];
  expect(asked).toEqual([...days, "week/2026-W48", "month/2026-11"].flatMap(keysOfPeriod));
});
