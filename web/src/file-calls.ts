import { type AnswerEvent, eventsIn } from "./answer-events.ts";
import { type Call, refusalOf, request } from "./api.ts";
import { Unreachable } from "./api-error.ts";
import { loadSchemas } from "./load-schemas.ts";

/** Calls that send or receive a file. Apart from the other calls, because no first screen needs them. */

interface Reading {
  /** How many bytes have come. */
  onBytes: (bytes: number) => void;
  signal?: AbortSignal;
}

/** Reads a file with a GET. Throws `ApiError` on a refusal, and `Unreachable` if it does not come whole. */
export async function readFile(path: string, { onBytes, signal }: Reading): Promise<{ name: string; file: Blob }> {
  const [schemas, response] = await Promise.all([
    loadSchemas(),
    request({ method: "GET", path, ...(signal && { signal }) }),
  ]);
  if (!response.ok || response.body === null) throw await refusalOf(schemas, response);
  const name = /filename="([\w.-]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "download";
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength;
        onBytes(bytes);
        controller.enqueue(piece);
      },
    }),
  );
  const file = await new Response(counted).blob().catch((cause: unknown) => {
    throw new Unreachable(cause);
  });
  return { name, file };
}

/** Sends a file with a POST that answers with events. Throws `ApiError` on a refusal, and `Unreachable` if the answer breaks off. */
export async function* sendFile(
  path: string,
  { file, signal }: Required<Pick<Call, "file" | "signal">>,
): AsyncGenerator<AnswerEvent> {
  const schemas = await loadSchemas();
  const response = await request({ method: "POST", path, file, accept: "text/event-stream", signal });
  if (!response.ok || response.body === null) throw await refusalOf(schemas, response);
  try {
    yield* eventsIn(response.body);
  } catch (cause) {
    throw new Unreachable(cause);
  }
}
