import type { Readable } from "node:stream";
import type { z } from "zod";
import type { StoredFile } from "./stored-file.ts";

/** What a handler returns. Values of `cookies` are complete `Set-Cookie` lines (see `cookies.ts`). */
export interface Answer<Status extends number = number, Body = unknown> {
  readonly status: Status;
  /**
   * Sent as JSON. Text, bytes or a stream are sent unchanged if `headers` sets their `Content-Type`.
   * `undefined` sends an empty answer.
   */
  readonly body?: Body;
  /** The body as JSON, where that was written before (`written`): it is sent as it is. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Sends the web app's page of the request's path. Only for pages that are read, with status 200. */
  readonly webApp?: boolean;
  /** Sent in place of a body, compressed, or not at all to whoever has it. Only with status 200. */
  readonly file?: StoredFile;
}

/** A body that is sent many times, with its JSON. */
export const written = <const Body>(body: Body): { readonly body: Body; readonly json: string } => ({
  body,
  json: JSON.stringify(body),
});

/** A body that is not JSON. */
export type RawBody = string | Uint8Array | Readable;

/** The schema of each status that a route answers on success. */
export type AnswerSchemas = Readonly<Record<number, z.ZodType>>;

/** The same type, deeply read-only, so that an answer may contain immutable data. */
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
