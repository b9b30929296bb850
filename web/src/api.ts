import useSWR, { type SWRConfiguration } from "swr";
import type { z } from "zod";
import { answerIn } from "./answer.ts";
import { ApiError, Unreachable } from "./api-error.ts";
import { laterPosition } from "./log-position.ts";
import { storedToken, storeToken } from "./token.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The latest log position that an answer carried. Requests send it, so that a read shows the user's own changes. */
let position: string | null = null;

/** Every API call of the app goes through this function. */
async function request(method: Method, path: string, body?: unknown): Promise<Response> {
  const token = storedToken();
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (position !== null) headers.set("X-Log-Position", position);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
  position = laterPosition(position, response.headers.get("X-Log-Position"));
  // Only the token that was sent is known to be invalid; another tab may have signed in meanwhile.
  if (response.status === 401 && token !== null && storedToken() === token) storeToken(null);
  return response;
}

async function textOf(response: Response): Promise<string> {
  return response.text().catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
}

async function answerOf<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  const body = await textOf(response);
  if (response.ok) return answerIn(schema, body);
  const { status, statusText, headers } = response;
  throw new ApiError({ status, statusText, retryAfter: headers.get("Retry-After") }, body);
}

/** Sends a command to the service. Throws `ApiError` on a refusal and `Unreachable` if no answer arrives. */
export async function send<T>(
  schema: z.ZodType<T>,
  method: Exclude<Method, "GET">,
  path: string,
  body?: unknown,
): Promise<T> {
  return answerOf(schema, await request(method, path, body));
}

const quietRetries = 2;

/** Sends a GET. Retries a 503 at most twice, if its `Retry-After` is at most 5 s. */
export async function read<T>(schema: z.ZodType<T>, path: string): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await answerOf(schema, await request("GET", path));
    } catch (error) {
      const wait = error instanceof ApiError && error.status === 503 ? error.retryAfter : null;
      if (wait === null || wait > 5 || attempt === quietRetries) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}

/** Like `read`, but returns null on 401 (not signed in). */
export async function readOrNull<T>(schema: z.ZodType<T>, path: string): Promise<T | null> {
  try {
    return await read(schema, path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Reads with a GET, cached under the path segments joined by `/`. Reads nothing while `segments` is null. */
export function useRead<T>(
  schema: z.ZodType<T>,
  segments: readonly string[] | null,
  options: SWRConfiguration<T, Error> = {},
) {
  return useSWR<T, Error>(segments?.join("/") ?? null, (path: string) => read(schema, path), options);
}
