import { type ComponentType, use } from "react";
import { Unreachable } from "./api-error.ts";

/** The code of a component could not be loaded. */
export class LoadFailure extends Error {
  /** Forgets the failed attempt, so that the next render loads again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super("The code of this part could not be loaded", { cause });
    this.name = "LoadFailure";
    this.forget = forget;
  }
}

/** Whether another attempt may succeed; otherwise the user must reload the whole page. */
export const canLoadAgain = (error: unknown): error is LoadFailure =>
  error instanceof LoadFailure && error.cause instanceof Unreachable;

/**
 * A component whose code is loaded when it is first rendered. React's `lazy` does the same but keeps a failure forever. Here the
 * enclosing `FaultBoundary` catches the failure and forgets it.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let attempt: Promise<ComponentType<Props>> | null = null;
  const forget = () => {
    attempt = null;
  };
  const begin = () =>
    load().catch((cause: unknown) => {
      throw new LoadFailure(cause, forget);
    });
  return function OnDemand(props: Props) {
    attempt ??= begin();
    const Loaded = use(attempt);
    return <Loaded {...props} />;
  };
}
