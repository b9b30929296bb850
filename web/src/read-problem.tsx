import { ApiError, sentenceOf, Unreachable } from "./api-error.ts";
import { ProblemPanel } from "./parts/problem-panel.tsx";

/** The panel for a failed read, with the service's own sentence if there is one. */
export function ReadProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const code = error instanceof ApiError ? `${error.status} ${error.problem?.code ?? ""}`.trim() : undefined;
  return (
    <ProblemPanel
      title={title}
      sentence={sentenceOf(error, "Nothing you did is lost. Try again in a moment.")}
      code={code}
      offline={error instanceof Unreachable}
      onRetry={onRetry}
    />
  );
}
