import { expect, it } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { isProblem } from "../routing/problem.ts";
import { routeFor } from "../routing/route.ts";
import { done, serve } from "../testing/serve.ts";
import { parseJsonObject } from "./strict-json.ts";

const parse = (body: string | Buffer) => {
  const result = parseJsonObject(Buffer.from(body as string));
  return isProblem(result) ? result.problem.code : result.value;
};
const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

it("parses what JSON.parse parses", () => {
  const value = { a: [1, -2.5e3, true, null, { a: '{"a":1,"a":2}', "\\": '\\"' }], "": "", "😀": "\u0000😀" };
  expect(parse(JSON.stringify(value))).toEqual(value);
  expect(parse(' \n{"a":"\\ud83d\\ude00","b":{"a":1},"c":[{"a":1},{"a":2}]} ')).toEqual({
    a: "😀",
    b: { a: 1 },
    c: [{ a: 1 }, { a: 2 }],
  });
  expect(parse(nested(32))).toBeTypeOf("object");
});

const refused: [name: string, body: string | Buffer, code: string][] = [
  ["10,000 levels", nested(10_000), "body_too_deep"],
  ["33 levels", nested(33), "body_too_deep"],
  ["a name twice", '{"a":1,"b":{"a":1},"a":2}', "duplicate_field"],
  ["a name twice, once escaped", '{"a":1,"\\u0061":2}', "duplicate_field"],
  ["a name twice inside", '{"x":[{"a":1,"a":2}]}', "duplicate_field"],
  ["half a surrogate pair", '{"a":"\\ud83d"}', "invalid_text"],
  ["half a surrogate pair in a name", '{"\\udc00":1}', "invalid_text"],
  ["a byte-order mark", "\ufeff{}", "byte_order_mark"],
  ["UTF-16", Buffer.from('\ufeff{"a":1}', "utf16le"), "byte_order_mark"],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "invalid_text"],
  ["overlong UTF-8", Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), "invalid_text"],
  ["a surrogate in UTF-8", Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), "invalid_text"],
  ["trailing garbage", '{"a":1}x', "invalid_json"],
  ["two documents", "{}{}", "invalid_json"],
  ["an open string", '{"a":"', "invalid_json"],
  ["a comment", '{"a":1/*x*/}', "invalid_json"],
  ["NaN", '{"a":NaN}', "invalid_json"],
  ["blanks only", "  ", "invalid_json"],
  ["an array", "[]", "not_an_object"],
  ["null", "null", "not_an_object"],
  ["text", '"a"', "not_an_object"],
  ["a number", "1e999", "not_an_object"],
];

it.each(refused)("IN-03 refuses %s", (_name, body, code) => {
  expect(parse(body)).toBe(code);
});

it("IN-02 refuses names that reach a prototype, escaped or nested", () => {
  for (const name of ["__proto__", "constructor", "prototype", "__pro\\u0074o__"]) {
    expect(parse(`{"a":[{"${name}":{"polluted":true}}]}`)).toBe("forbidden_field");
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it("IN-03 answers 400 with the code of each fault, and keeps serving", async () => {
  const open = routeFor<Principal>()({
    method: "post",
    path: "/api/open",
    summary: "Open",
    access: "anyone",
    answers: { 200: done },
    body: z.strictObject({ a: z.unknown() }),
    handle: async ({ body }) => ({ status: 200, body: { message: String(body.a) } }),
  });
  const { url } = await serve([open]);
  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`${url}/api/open`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return [answer.status, await answer.json()];
  };
  for (const [, body, code] of refused) {
    expect(await post(typeof body === "string" ? body : Uint8Array.from(body))).toMatchObject([400, { code }]);
  }
  expect(await post('{"a":1,"a":2}')).toEqual([
    400,
    { code: "duplicate_field", message: "The body names a field twice", fields: { a: "This field was given twice" } },
  ]);
  expect(await post("")).toMatchObject([400, { code: "empty_body" }]);
  expect(await post('{"a":1e999}')).toEqual([200, { message: "Infinity" }]);
});
