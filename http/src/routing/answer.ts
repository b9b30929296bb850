import type { Readable } from "node:stream";
import type { z } from "zod";

/** What a handler gives back. Values of `cookies` are whole `Set-Cookie` lines (see `cookies.ts`). */
export interface Answer<Status extends number = number, Body = unknown> {
  readonly status: Status;
  /**
   * Goes out as JSON. Text, bytes or a stream go out as they are when `headers` names their `Content-Type`;
   * nothing at all means an empty answer.
   */
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** What may stand for a body that is not JSON. */
export type RawBody = string | Uint8Array | Readable;

/** The schema of each status that a route answers on success. */
export type AnswerSchemas = Readonly<Record<number, z.ZodType>>;

/** The same shape, read-only all the way down: an answer may be made of what must not be changed. */
type Frozen<T> = T extends readonly (infer Each)[]
  ? readonly Frozen<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

type Statuses<Schemas extends AnswerSchemas> = keyof Schemas & number;

type WithBody<Status extends number, Body> = undefined extends Body
  ? Answer<Status, Body>
  : Answer<Status, Body> & { readonly body: Body };

/** The answers that the declared schemas allow: each status only with the body of its own schema. */
export type AnswerOf<Schemas extends AnswerSchemas> = {
  [Status in Statuses<Schemas>]: WithBody<Status, Frozen<z.input<Schemas[Status]>>>;
}[Statuses<Schemas>];
