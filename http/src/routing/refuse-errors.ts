import type { ProblemAnswer } from "./problem.ts";

/** A kind of error that is no fault of this program, and the refusal that answers it. */
export interface RefusedError {
  kind: abstract new (...args: never[]) => Error;
  /** The message for the operator; null if the error is reported elsewhere. */
  message: string | null;
  refusal(): ProblemAnswer;
}

type ReportError = (message: string, error: unknown) => void;

/** Returns a wrapper for request handlers: it answers errors of these kinds with their refusal, and throws all others on. */
export function refuseErrors(refused: readonly RefusedError[], reportError: ReportError) {
  const refusalOf = (error: unknown): ProblemAnswer => {
    const found = refused.find(({ kind }) => error instanceof kind);
    if (!found) throw error;
    if (found.message !== null) reportError(found.message, error);
    return found.refusal();
  };
  return <Args extends unknown[], Answer>(handle: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer | ProblemAnswer> => {
      try {
        return await handle(...args);
      } catch (error) {
        return refusalOf(error);
      }
    };
}
