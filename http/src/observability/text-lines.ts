import { styleText } from "node:util";
import type { DestinationStream } from "pino";

/** The fields of every entry, and those of a request. */
interface Entry extends Record<string, unknown> {
  level: string;
  time: string;
  msg?: string;
}

type Colour = Parameters<typeof styleText>[0];
type Paint = (colour: Colour, text: string) => string;
const coloured: Paint = (colour, text) => styleText(colour, text, { validateStream: false });
const plain: Paint = (_, text) => text;

const levelColours: Readonly<Record<string, Colour>> = { debug: "dim", info: "green", warn: "yellow", error: "red" };

/** For a terminal that people read: an entry in one short line, and the stack of an error below it. */
export const textLines = (stream: DestinationStream, isColoured: boolean): DestinationStream => ({
  ...passedOn(stream),
  write: (line) => stream.write(`${lineOf(JSON.parse(line), isColoured ? coloured : plain)}\n`),
});

/** What pino calls besides, where the stream has it. */
const passedOn = (stream: DestinationStream & { flush?: (done?: () => void) => void; flushSync?: () => void }) => ({
  ...(stream.flush && { flush: (done?: () => void) => stream.flush?.(done) }),
  ...(stream.flushSync && { flushSync: () => stream.flushSync?.() }),
});

function lineOf({ level, time, msg = "", ...fields }: Entry, paint: Paint): string {
  const clock = paint("dim", new Date(time).toTimeString().slice(0, 8));
  return msg === "request"
    ? `${clock} ${requestOf(fields, paint)}`
    : `${clock} ${messageOf({ level, msg, fields }, paint)}`;
}

/** A refused one with its reference, which the page of a problem shows. */
function requestOf({ method, path, status, ms, requestId }: Record<string, unknown>, paint: Paint): string {
  const took = paint("dim", `${Math.round(Number(ms))} ms`);
  const reference = Number(status) >= 400 ? ` ${paint("dim", shown(requestId))}` : "";
  return `${shown(method)} ${shown(path)} ${paint(colourOf(status), shown(status ?? "left"))} ${took}${reference}`;
}

/** A request whose client left has no status. */
function colourOf(status: unknown): Colour {
  if (typeof status !== "number" || status >= 500) return "red";
  return status >= 400 ? "yellow" : "green";
}

interface Message {
  level: string;
  msg: string;
  fields: Record<string, unknown>;
}

function messageOf({ level, msg, fields: { err, ...fields } }: Message, paint: Paint): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const [why, stack] = errorOf(err);
  const head = paint(levelColours[level] ?? "reset", level);
  return [[head, shown(msg), ...pairs, ...why].join(" "), ...stack.map((line) => paint("dim", line))].join("\n");
}

/** The words for the line, and the lines below it. */
function errorOf(err: unknown): [string[], string[]] {
  if (typeof err !== "object" || err === null) return [err === undefined ? [] : [shown(err)], []];
  const { stack = "" } = err as Record<string, unknown>;
  const calls = String(stack)
    .split("\n")
    .filter((line) => /^ +at /.test(line));
  return [[`(${shown(reasonsOf(err).join(": "))})`], calls.map(shown)];
}

/** The words of an error, its code, and those of what caused it. */
function reasonsOf(err: unknown, depth = 0): string[] {
  if (typeof err !== "object" || err === null || depth > 5) return [];
  const { message = "", code, cause } = err as Record<string, unknown>;
  return [String(message), ...(code === undefined ? [] : [String(code)]), ...reasonsOf(cause, depth + 1)];
}

/** Nothing in a value reaches the terminal as a command: control and invisible characters are shown by their numbers. */
const shown = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
