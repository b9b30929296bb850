/** The body of an upload ended early, is too large, or is not of the form that it was announced as. */
export class UploadFault extends Error {
  override name = "UploadFault";
}

interface Field {
  field: string;
  /** Of the whole body. */
  mostBytes: number;
}

/** A character outside the Basic Multilingual Plane may be written as two escape sequences, which belong together. */
const highSurrogate = "u[dD][89abAB][\\da-fA-F]{2}";
const token = new RegExp(
  `[^"\\\\]+|\\\\(?:["\\\\/bfnrt]|${highSurrogate}\\\\u[dD][c-fC-F][\\da-fA-F]{2}|u(?![dD][89abAB])[\\da-fA-F]{4})`,
  "y",
);
/** The beginning of an escape sequence whose end has not arrived. */
const begun = new RegExp(`\\\\(?:u[\\da-fA-F]{0,3}|${highSurrogate}(?:\\\\(?:u[\\da-fA-F]{0,3})?)?)?$`, "y");
const closing = /^"\s*\}\s*$/;
const mostAround = 1000;

/**
 * The text of the only field of a JSON object, as UTF-8, while the object arrives: such a text may have a hundred megabytes, and parsing it
 * whole would stop everything else for seconds. @throws UploadFault
 */
export async function* uploadedText(
  body: AsyncIterable<Uint8Array>,
  { field, mostBytes }: Field,
): AsyncGenerator<Buffer> {
  const reader = new FieldReader(field);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) throw new UploadFault(`Send at most ${Math.floor(mostBytes / 1024 / 1024)} MB in JSON`);
    yield Buffer.from(reader.read(decoded(() => decoder.decode(piece, { stream: true }))));
  }
  reader.end(decoded(() => decoder.decode()));
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new UploadFault("The body is not UTF-8");
  }
}

class FieldReader {
  readonly #field: string;
  #state: "before" | "inside" | "after" = "before";
  /** What has arrived and was not read yet. */
  #waiting = "";

  constructor(field: string) {
    this.#field = field;
  }

  /** Returns the part of the field's text that has arrived with this. */
  read(arrived: string): string {
    this.#waiting += arrived;
    if (this.#state === "before") this.#open();
    const text = this.#state === "inside" ? this.#text() : "";
    if (this.#state !== "inside" && this.#waiting.length > mostAround) throw this.#fault();
    return text;
  }

  end(rest: string): void {
    if (!closing.test(this.#waiting + rest)) throw this.#fault();
  }

  #open(): void {
    const found = new RegExp(`^\\s*\\{\\s*"${this.#field}"\\s*:\\s*"`).exec(this.#waiting);
    if (!found) return;
    this.#waiting = this.#waiting.slice(found[0].length);
    this.#state = "inside";
  }

  #text(): string {
    const end = endOfText(this.#waiting);
    const text = this.#unescaped(this.#waiting.slice(0, end));
    this.#waiting = this.#waiting.slice(end);
    if (this.#waiting.startsWith('"')) this.#state = "after";
    else if (this.#waiting.length > 0 && !isBegun(this.#waiting)) throw this.#fault();
    return text;
  }

  #unescaped(escaped: string): string {
    try {
      return JSON.parse(`"${escaped}"`);
    } catch {
      throw this.#fault();
    }
  }

  #fault(): UploadFault {
    return new UploadFault(`Send a JSON object with one text, "${this.#field}"`);
  }
}

/** Where the text ends for now: at its closing quote, at the beginning of an escape sequence, or at the end of what has arrived. */
function endOfText(text: string): number {
  token.lastIndex = 0;
  let end = 0;
  while (token.test(text)) end = token.lastIndex;
  return end;
}

function isBegun(text: string): boolean {
  begun.lastIndex = 0;
  return begun.test(text);
}
