import { describe } from "vitest";
import { allScreens } from "./all-screens.ts";
import { shown } from "./check-screens.ts";
import { leftOut } from "./left-out.ts";
import { kinds } from "./look.ts";
import type { Stage } from "./stage.ts";

/** Which screens show each kind of element. */
async function screensByKind(stage: Stage): Promise<Map<string, string[]>> {
  const byKind = new Map<string, string[]>();
  for (const screen of allScreens) {
    await stage.show(screen, async (page) => {
      for (const kind of await kinds(page)) byKind.set(kind, [...(byKind.get(kind) ?? []), screen.name]);
    });
  }
  return byKind;
}

describe("the screens that npm test leaves out", () => {
  shown("exist", ({ expect }) => {
    const names = new Set(allScreens.map(({ name }) => name));
    expect([...leftOut].filter((name) => !names.has(name))).toEqual([]);
  });

  shown("show only kinds of elements that the others show too", { timeout: 900_000 }, async ({ stage, expect }) => {
    const byKind = await screensByKind(stage);
    expect([...byKind].filter(([, screens]) => screens.every((name) => leftOut.has(name)))).toEqual([]);
  });
});
