import { PassThrough } from "node:stream";
import { isProblem, type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { GenerationControl, ImportRequest } from "./generation-control.ts";

const failed = problem(500, "internal_error", "Something went wrong");

/** At most so often, so that a client that is slow to read does not make the process hold many. */
const progressEveryMs = 250;

/**
 * Answers with server-sent events: `progress` from time to time, and at the end `done` with the report, or `refused` with the problem. A
 * client that closes the connection before the switch ends the import.
 */
export function eventStream(
  request: Omit<ImportRequest, "onProgress" | "signal">,
  { control, reportError }: { control: GenerationControl; reportError(message: string, error: unknown): void },
) {
  const closed = new AbortController();
  const body = new PassThrough();
  body.once("close", () => closed.abort(new Error("the client has left")));
  const tell = (event: string, data: unknown) => body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  let toldAt = 0;
  const onProgress: ImportRequest["onProgress"] = (progress) => {
    if (performance.now() - toldAt < progressEveryMs && progress.step !== "switching") return;
    toldAt = performance.now();
    tell("progress", progress);
  };
  const refusal = (error: unknown): ProblemAnswer => {
    if (!closed.signal.aborted) reportError("import failed", error);
    return failed;
  };
  void control
    .import({ ...request, onProgress, signal: closed.signal })
    .catch(refusal)
    .then((outcome) => {
      if (isProblem(outcome)) tell("refused", outcome.problem);
      else tell("done", outcome);
      body.end();
    });
  return { status: 200, headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" }, body } as const;
}
