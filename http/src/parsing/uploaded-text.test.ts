import { expect, it } from "vitest";
import { uploadedText } from "./uploaded-text.ts";

const limits = { field: "sqlContent", mostBytes: 1000 };

async function readInPieces(body: string | Buffer, length: number): Promise<string> {
  async function* pieces() {
    const bytes = Buffer.from(body);
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const read: Buffer[] = [];
  for await (const piece of uploadedText(pieces(), limits)) read.push(piece);
  return Buffer.concat(read).toString();
}

const text = 'INSERT INTO events VALUES (1, \'{"name":"Zoë \\ud83d"}\');\r\n\t"\\😀/';

it("IM-09 the text of a JSON body is the same however it arrives", async () => {
  const ascii = (json: string) =>
    json.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (const body of [JSON.stringify({ sqlContent: text }), ` { "sqlContent" : ${ascii(JSON.stringify(text))}\n} `]) {
    for (let length = 1; length <= body.length; length++) expect(await readInPieces(body, length)).toBe(text);
  }
});

it.each<[string | Buffer, RegExp]>([
  ["", /Send a JSON object/],
  ["[]", /Send a JSON object/],
  ['{"sqlContent":1}', /Send a JSON object/],
  ['{"sqlContent":"a"', /Send a JSON object/],
  ['{"sqlContent":"a', /Send a JSON object/],
  ['{"sqlContent":"a","more":1}', /Send a JSON object/],
  ['{"sqlContent":"a"}{', /Send a JSON object/],
  ['{"sqlContent":"\\x"}', /Send a JSON object/],
  ['{"sqlContent":"\\ud83d"}', /Send a JSON object/],
  ['{"sqlContent":"a\nb"}', /Send a JSON object/],
  [Buffer.from('{"sqlContent":"\xff"}', "latin1"), /not UTF-8/],
  [Buffer.from('{"sqlContent":"a"}\xc3', "latin1"), /not UTF-8/],
  [JSON.stringify({ sqlContent: "a".repeat(1000) }), /at most/],
])("IM-09 a JSON body of another form is refused, case %#", async (body, reason) => {
  await expect(readInPieces(body, 7)).rejects.toThrow(reason);
});
