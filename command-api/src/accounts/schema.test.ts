import { describe, expect, it } from "vitest";
import { personName } from "./schema.ts";

describe("a name", () => {
  it.each([
    ..."\u0000\t\n\u0085\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u2028\u2029\u202e\u2060\u2066\u3164\ufe0f\ufeff\ue000\uffff",
    ..."\u{e0001}\u{e0020}\u{e0100}",
    "\ud800",
  ])("is refused with the invisible character %j before, within or after it", (invisible) => {
    for (const name of [`${invisible}Ada`, `Ada${invisible}`, `Ada ${invisible} Lovelace`, invisible]) {
      const result = personName.safeParse(name);
      expect(result.error?.issues.map(({ message }) => message)).toEqual(["Remove the invisible characters"]);
    }
  });

  it.each([
    ...["Ada", "Zoë", "O’Hara-Łuczak", "李小龍", "Ольга", "Nguyễn Thị", "", "A\u00a0B", "\u{1f469}"],
    ...["علی\u200cرضا", "क\u094d\u200dष", "ශ\u0dca\u200dරී"],
  ])("is accepted unchanged in any script: %j", (name) => {
    expect(personName.parse(` ${name} `)).toBe(name);
  });
});
