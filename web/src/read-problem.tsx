import { useEffect } from "react";
import { ApiError, sentenceOf, Unreachable } from "./api-error.ts";
import { ProblemPanel } from "./parts/problem-panel.tsx";

/** The panel for a failed read, with the service's own sentence if there is one. Reads again once the browser is online again. */
export function ReadProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const code = error instanceof ApiError ? `${error.status} ${error.problem?.code ?? ""}`.trim() : undefined;
  const offline = error instanceof Unreachable;
  useEffect(() => {
    if (offline) addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  });
  return (
    <ProblemPanel
      title={title}
      sentence={sentenceOf(error, "Nothing you did is lost. Try again in a moment.")}
      code={code}
      offline={offline}
      onRetry={onRetry}
    />
  );
}
