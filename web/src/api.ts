import useSWR, { type SWRConfiguration } from "swr";
import { answerIn, answerOrNull } from "./answer.ts";
import { ApiError, Unreachable } from "./api-error.ts";
import { loadSchemas, type Parsed, type SchemaName, type Schemas } from "./load-schemas.ts";
import { type KeptMark, keepMark, markHeader } from "./log-position.ts";
import { removeEndedToken, storedToken } from "./token.ts";

export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  /** Sent as it is, in place of a body. */
  file?: Blob;
  /** The type of the answer; JSON by default. */
  accept?: string;
  signal?: AbortSignal;
};
type Command = Pick<Call, "path" | "body" | "signal"> & { method: Exclude<Call["method"], "GET"> };

/** The log positions that the newest answers carried. Requests send them, so that a read shows the user's own changes. */
let marks: readonly KeptMark[] = [];

/** Answers that say nothing of the user: the browser keeps them, and asks whether they are still the same. */
const publicPaths = new Set(["/openapi.json"]);

/** Every API call of the app goes through this function. */
export async function request(call: Call): Promise<Response> {
  const { method, path, accept = "application/json", signal } = call;
  const token = storedToken();
  const headers = new Headers({ Accept: accept });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  const position = markHeader(marks, Date.now());
  if (position !== null) headers.set("X-Log-Position", position);
  const cache = publicPaths.has(path) ? "no-cache" : "no-store";
  const init: RequestInit = { method, headers, credentials: "same-origin", cache };
  if (signal !== undefined) init.signal = signal;
  const content = contentOf(call);
  if (content) {
    headers.set("Content-Type", content.type);
    init.body = content.body;
  }
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
  marks = keepMark(marks, response.headers.get("X-Log-Position"), Date.now());
  // Only the token that was sent is known to be invalid; another tab may have signed in meanwhile.
  if (response.status === 401 && token !== null && storedToken() === token) removeEndedToken();
  return response;
}

function contentOf({ body, file }: Call): { type: string; body: Blob | string } | null {
  if (file !== undefined) return { type: "text/plain", body: file };
  return body === undefined ? null : { type: "application/json", body: JSON.stringify(body) };
}

async function textOf(response: Response): Promise<string> {
  return response.text().catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
}

/** Reads the answer with the schema of this name. Throws `ApiError` on a refusal. */
async function answerOf<Name extends SchemaName>(
  schemas: Schemas,
  name: Name,
  response: Response,
): Promise<Parsed<Name>> {
  if (!response.ok) throw await refusalOf(schemas, response);
  return answerIn(schemas[name], await textOf(response));
}

export async function refusalOf(schemas: Schemas, response: Response): Promise<ApiError> {
  const body = await textOf(response);
  const { status, statusText, headers } = response;
  const retryAfter = headers.get("Retry-After");
  return new ApiError({ status, statusText, retryAfter, body, problem: answerOrNull(schemas.problem, body) });
}

/** Sends a command to the service. Throws `ApiError` on a refusal and `Unreachable` if no answer arrives. */
export async function send<Name extends SchemaName>(name: Name, command: Command): Promise<Parsed<Name>> {
  // First, so that no command is carried out whose answer cannot be read.
  const schemas = await loadSchemas();
  return answerOf(schemas, name, await request(command));
}

const quietRetries = 2;
const longestQuietWait = 5;

/** Sends a GET. Retries a 503 at most twice, if its `Retry-After` is at most 5 s. */
export const read = async <Name extends SchemaName>(name: Name, path: string): Promise<Parsed<Name>> =>
  (await readAnswer(name, path)).answer;

/** Like `read`, with the headers of the answer. */
export async function readAnswer<Name extends SchemaName>(
  name: Name,
  path: string,
  retries = quietRetries,
): Promise<{ answer: Parsed<Name>; headers: Headers }> {
  const [schemas, response] = await Promise.all([loadSchemas(), request({ method: "GET", path })]);
  try {
    return { answer: await answerOf(schemas, name, response), headers: response.headers };
  } catch (error) {
    const wait = error instanceof ApiError && error.status === 503 ? error.retryAfter : null;
    if (wait === null || wait > longestQuietWait || retries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    return readAnswer(name, path, retries - 1);
  }
}

/** Like `read`, but returns null on 401 (not signed in). */
export async function readOrNull<Name extends SchemaName>(name: Name, path: string): Promise<Parsed<Name> | null> {
  try {
    return await read(name, path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export interface ClientAnswer {
  status: number;
  body: string;
}

/** Sends a form as an OAuth client does: without the user's session. Throws `Unreachable` if no answer arrives. */
export async function sendAsClient(path: string, body: URLSearchParams): Promise<ClientAnswer> {
  const response = await fetch(path, { method: "POST", body, credentials: "omit", cache: "no-store" }).catch(
    (cause: unknown) => {
      throw new Unreachable(cause);
    },
  );
  return { status: response.status, body: await textOf(response) };
}

/** Reads with a GET, cached under the path segments joined by `/`. Reads nothing while `segments` is null. */
export function useRead<Name extends SchemaName>(
  name: Name,
  segments: readonly string[] | null,
  options: SWRConfiguration<Parsed<Name>, Error> = {},
) {
  return useSWR<Parsed<Name>, Error>(segments?.join("/") ?? null, (path: string) => read(name, path), options);
}
