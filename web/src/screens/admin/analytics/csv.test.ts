import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

it("ends each line as RFC 4180 says, and quotes what must be quoted", () => {
  const rows = [
    ["plain", 1],
    ["a, b", 2.5],
    ['the "best"', 0],
    ["two\nlines", 3],
  ];
  expect(csvOf(["Name", "Count"], rows)).toBe(
    'Name,Count\r\nplain,1\r\n"a, b",2.5\r\n"the ""best""",0\r\n"two\nlines",3\r\n',
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("https://example.com","x")', `"'=HYPERLINK(""https://example.com"",""x"")"`],
])("does not let a spreadsheet compute %s", (name, cell) => {
  expect(csvOf(["Name"], [[name]])).toBe(`Name\r\n${cell}\r\n`);
});

it("writes a negative number as a number", () => {
  expect(csvOf(["Change"], [[-1]])).toBe("Change\r\n-1\r\n");
});
