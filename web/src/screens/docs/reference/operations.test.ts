import { describe, expect, it } from "vitest";
import type { Operation } from "./api-document.ts";
import { curlOf, limitsInWords, matches, typeInWords } from "./operations.ts";

const rename: Operation = {
  method: "PUT",
  path: "/api/things/{id}",
  operationId: "renameThing",
  summary: "Name a thing",
  description: "",
  tags: [],
  parameters: [
    { name: "id", in: "path", required: true, example: "17" },
    { name: "dry", in: "query", required: false, example: "true" },
    { $ref: "#/components/parameters/LogPosition", example: undefined },
  ],
  requestBody: { required: true, content: { "application/json": { example: { name: "Oak" } } } },
  responses: {},
  security: [{ bearer: [] }],
};

describe("U15 the reference of the API", () => {
  it("U15 finds a call by words of its name, path and summary", () => {
    expect(["", "thing put", "RENAME", "/api/things name"].map((search) => matches(rename, search))).not.toContain(
      false,
    );
    expect(matches(rename, "thing delete")).toBe(false);
  });

  it.each([
    [{ $ref: "#/components/schemas/User" }, "User"],
    [{ type: "string", format: "uuid" }, "string (uuid)"],
    [{ type: ["string", "null"] }, "string or null"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Session" } }, "list of Session"],
    [{ enum: ["light", "dark"] }, '"light" or "dark"'],
    [{}, "any value"],
  ])("U15 says of %j: %s", (schema, words) => {
    expect(typeInWords(schema)).toBe(words);
  });

  it("U15 says the limits of a value, but not those of every integer", () => {
    expect(limitsInWords({ minLength: 1, maxLength: 9 })).toBe("not empty, at most 9 characters");
    expect(limitsInWords({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe("from 1");
  });

  it("U15 writes the call for a command line", () => {
    expect(curlOf("https://id.example.com", rename)).toBe(
      `curl -X PUT 'https://id.example.com/api/things/17' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Oak"}'`,
    );
  });
});
