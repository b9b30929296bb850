import { isUtf8 } from "node:buffer";
import { type ProblemAnswer, problem } from "../routing/problem.ts";
import { scanJson } from "./json-scanner.ts";

const refuse = (code: string, message: string) => problem(400, code, message);

const hasByteOrderMark = (bytes: Buffer) =>
  (bytes[0] === 0xef && bytes[1] === 0xbb) ||
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff);

const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/**
 * Parses a body as a JSON object (RFC 8259), stricter than `JSON.parse`: no byte-order mark, UTF-8 only, no duplicate name,
 * no half surrogate pair, no name that could reach a prototype, at most 32 levels. Takes time linear in the length.
 */
export const parseJsonObject = (bytes: Buffer): { value: object } | ProblemAnswer => {
  if (hasByteOrderMark(bytes)) return refuse("byte_order_mark", "The body must not start with a byte-order mark");
  if (!isUtf8(bytes)) return refuse("invalid_text", "The body is not valid UTF-8");
  const text = bytes.toString("utf8");
  const fault = scanJson(text);
  if (fault) return fault;
  const result = parseJson(text);
  if (!result) return refuse("invalid_json", "The body is not valid JSON");
  const { value } = result;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { value }
    : refuse("not_an_object", "The body must be a JSON object");
};
