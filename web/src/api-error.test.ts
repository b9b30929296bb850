import { problem } from "@attestory/http/routing/answers.ts";
import { describe, expect, it } from "vitest";
import { answerOrNull } from "./answer.ts";
import { ApiError, fieldsOf, sentenceOf, Unreachable } from "./api-error.ts";

type Headers = { statusText?: string; retryAfter?: string | null };

const apiError = (status: number, body: string, { statusText = "", retryAfter = null }: Headers = {}) =>
  new ApiError({ status, statusText, retryAfter, body, problem: answerOrNull(problem, body) });
const refusal = JSON.stringify({ message: "2FA code required", code: "two_factor_required" });

describe("ApiError", () => {
  it("has a message of the form `status: body`", () => {
    expect(apiError(401, refusal, { statusText: "Unauthorized" }).message).toBe(`401: ${refusal}`);
  });

  it("falls back to the status text when the body is empty", () => {
    expect(apiError(502, "", { statusText: "Bad Gateway" }).message).toBe("502: Bad Gateway");
  });

  it("contains the parsed problem", () => {
    expect(apiError(401, refusal).problem?.code).toBe("two_factor_required");
  });

  it("accepts a problem with unknown fields", () => {
    expect(apiError(409, '{"message":"no","code":"conflict","more":1}').problem?.code).toBe("conflict");
  });

  it.each(["<h1>Bad Gateway</h1>", "null", '{"message":1}', ""])("has no problem when the body is %j", (body) => {
    expect(apiError(502, body).problem).toBeNull();
  });

  it.each([
    ["42", 42],
    ["0", 0],
    ["-1", null],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    [null, null],
  ])("reads Retry-After %j as %j seconds", (header, expected) => {
    expect(apiError(429, "", { retryAfter: header }).retryAfter).toBe(expected);
  });
});

describe("sentenceOf", () => {
  it("returns the service's own message", () => {
    expect(sentenceOf(apiError(401, refusal), "Try again.")).toBe("2FA code required");
  });

  it("never returns a page from a server in between", () => {
    expect(sentenceOf(apiError(502, "<h1>Bad Gateway</h1>"), "Try again.")).toBe("Try again.");
  });

  it("says that the service could not be reached", () => {
    expect(sentenceOf(new Unreachable(new TypeError("Failed to fetch")), "Try again.")).toContain(
      "could not be reached",
    );
  });

  it("does not show the message of an internal error", () => {
    expect(sentenceOf(new TypeError("x is undefined"), "Try again.")).toBe("Try again.");
  });
});

describe("fieldsOf", () => {
  it("returns the fields of a refused form, and nothing otherwise", () => {
    const fields = { email: "Invalid email address" };
    const body = JSON.stringify({ message: "Check the form", code: "invalid_fields", fields });
    expect(fieldsOf(apiError(400, body))).toEqual(fields);
    expect(fieldsOf(apiError(400, refusal))).toEqual({});
    expect(fieldsOf(new Error("x"))).toEqual({});
  });
});
