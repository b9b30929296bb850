import { randomUUID } from "node:crypto";
import type { Person } from "./client.ts";
import { filled } from "./declared-routes.ts";
import type { GoodWrite } from "./good-writes.ts";
import { jsonHeaders, send } from "./wire.ts";

export const utf8 = (text: string) => Buffer.from(text);
const bytes = (...all: number[]) => Buffer.from(all);
const nested = (depth: number, open: string, close: string) =>
  utf8(`{"x":${open.repeat(depth)}1${close.repeat(depth)}}`);
/** A valid body with bytes inserted before its end. */
const withAdded = (good: Buffer, added: Buffer) => {
  const comma = good.length > 2 ? "," : "";
  return Buffer.concat([good.subarray(0, -1), utf8(comma), added, utf8("}")]);
};
const field = (value: Buffer) => Buffer.concat([utf8('"x":"'), value, utf8('"')]);
/** How each case changes a call's valid body, and the expected status and code. */
export const jsonCases: Record<string, [make: (good: Buffer) => Buffer, status: number, code: string | RegExp]> = {
  "10,000 lists deep": [() => nested(10_000, "[", "]"), 400, "body_too_deep"],
  "10,000 objects deep": [() => nested(10_000, '{"a":', "}"), 400, "body_too_deep"],
  "10,000 of both deep, never closed": [() => utf8(`{"x":${'[{"a":'.repeat(5_000)}`), 400, "body_too_deep"],
  "33 deep": [() => nested(32, "[", "]"), 400, "body_too_deep"],
  "100,000 open brackets": [() => utf8("[".repeat(100_000)), 400, /body_too_deep|not_an_object/],
  "1 MB of text": [() => utf8(`{"x":"${"a".repeat(1_048_576)}"}`), 413, "body_too_large"],
  "1 MB of brackets": [() => utf8("[".repeat(1_048_576)), 413, "body_too_large"],
  "1 MB of spaces": [(good) => Buffer.concat([Buffer.alloc(1_048_576, " "), good]), 413, "body_too_large"],
  "a name twice": [(good) => withAdded(good, utf8('"x":1,"x":2')), 400, "duplicate_field"],
  "a name twice, once escaped": [(good) => withAdded(good, utf8('"xy":1,"\\u0078y":2')), 400, "duplicate_field"],
  "a name twice, inside": [(good) => withAdded(good, utf8('"x":[{"y":1,"y":2}]')), 400, "duplicate_field"],
  "9,000 names": [
    () => utf8(`{${Array.from({ length: 9_000 }, (_, n) => `"${n}":1`).join(",")}}`),
    400,
    "invalid_fields",
  ],
  "a huge number": [(good) => withAdded(good, utf8('"x":1e400')), 400, "invalid_fields"],
  "a tiny number": [(good) => withAdded(good, utf8('"x":1e-400')), 400, "invalid_fields"],
  "a number of 90,000 digits": [(good) => withAdded(good, utf8(`"x":${"9".repeat(90_000)}`)), 400, "invalid_fields"],
  "half a surrogate pair, high": [(good) => withAdded(good, field(utf8("\\ud800"))), 400, "invalid_text"],
  "half a surrogate pair, low": [(good) => withAdded(good, field(utf8("\\udc00a"))), 400, "invalid_text"],
  "a surrogate pair turned round": [(good) => withAdded(good, field(utf8("\\udc00\\ud800"))), 400, "invalid_text"],
  "half a surrogate pair as a name": [(good) => withAdded(good, utf8('"\\ud800":1')), 400, "invalid_text"],
  "a byte-order mark": [(good) => Buffer.concat([bytes(0xef, 0xbb, 0xbf), good]), 400, "byte_order_mark"],
  "UTF-16, little end first": [
    (good) => Buffer.concat([bytes(0xff, 0xfe), Buffer.from(good.toString(), "utf16le")]),
    400,
    "byte_order_mark",
  ],
  "UTF-16, big end first": [
    (good) => Buffer.concat([bytes(0xfe, 0xff), Buffer.from(good.toString(), "utf16le").swap16()]),
    400,
    "byte_order_mark",
  ],
  "UTF-16 without a mark": [(good) => Buffer.from(good.toString(), "utf16le"), 400, /invalid_json|invalid_text/],
  "a byte that is no UTF-8": [(good) => withAdded(good, field(bytes(0xff))), 400, "invalid_text"],
  "an overlong NUL": [(good) => withAdded(good, field(bytes(0xc0, 0x80))), 400, "invalid_text"],
  "an overlong slash": [(good) => withAdded(good, field(bytes(0xe0, 0x80, 0xaf))), 400, "invalid_text"],
  "a surrogate in UTF-8": [(good) => withAdded(good, field(bytes(0xed, 0xa0, 0x80))), 400, "invalid_text"],
  "half a character": [(good) => withAdded(good, field(bytes(0xe2, 0x82))), 400, "invalid_text"],
  "a character beyond Unicode": [(good) => withAdded(good, field(bytes(0xf4, 0x90, 0x80, 0x80))), 400, "invalid_text"],
  latin1: [(good) => withAdded(good, field(Buffer.from("é", "latin1"))), 400, "invalid_text"],
  "garbage behind it": [(good) => Buffer.concat([good, utf8("x")]), 400, "invalid_json"],
  "a second object behind it": [(good) => Buffer.concat([good, good]), 400, "invalid_json"],
  "a NUL behind it": [(good) => Buffer.concat([good, bytes(0)]), 400, "invalid_json"],
  "a comma behind the last field": [(good) => withAdded(good, utf8('"x":1,')), 400, "invalid_json"],
  "a comment": [(good) => Buffer.concat([utf8("/* */"), good]), 400, "invalid_json"],
  "a comment at the end": [(good) => Buffer.concat([good, utf8("//")]), 400, "invalid_json"],
  "single quotes": [() => utf8("{'email':'a'}"), 400, "invalid_json"],
  "names without quotes": [() => utf8("{email:1}"), 400, "invalid_json"],
  "not a number": [() => utf8('{"x":NaN}'), 400, "invalid_json"],
  "an unknown word": [() => utf8('{"x":undefined}'), 400, "invalid_json"],
  "a raw control character": [(good) => withAdded(good, field(bytes(0x0a))), 400, "invalid_json"],
  "a raw NUL": [(good) => withAdded(good, field(bytes(0))), 400, "invalid_json"],
  "an unknown escape": [(good) => withAdded(good, field(utf8("\\x41"))), 400, "invalid_json"],
  "a text that never ends": [() => utf8('{"x":"a'), 400, "invalid_json"],
  "a text that ends in a backslash": [() => utf8('{"x":"a\\'), 400, "invalid_json"],
  "an object that never ends": [(good) => good.subarray(0, -1), 400, "invalid_json"],
  "one brace": [() => utf8("{"), 400, "invalid_json"],
  "spaces alone": [() => utf8("  \n"), 400, "invalid_json"],
  "a list": [(good) => Buffer.concat([utf8("["), good, utf8("]")]), 400, "not_an_object"],
  "an empty list": [() => utf8("[]"), 400, "not_an_object"],
  null: [() => utf8("null"), 400, "not_an_object"],
  "a text": [() => utf8('"email"'), 400, "not_an_object"],
  "a number": [() => utf8("1"), 400, "not_an_object"],
  true: [() => utf8("true"), 400, "not_an_object"],
};

/** Sends each of these calls a changed version of its valid body. */
export async function* sendChanged(
  { url, person, writes }: { url: string; person: Person & { token: string }; writes: readonly GoodWrite[] },
  make: (good: Buffer) => Buffer,
) {
  for (const { route, method, path, body: good } of writes) {
    const body = make(utf8(JSON.stringify(good)));
    const headers = { ...jsonHeaders(body), authorization: `Bearer ${person.token}` };
    yield { route, answer: await send(url, `${method} ${filled(path, randomUUID())}`, { headers, body }) };
  }
}
