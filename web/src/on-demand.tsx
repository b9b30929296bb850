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

/** A component whose code is loaded when it is first rendered, or earlier by `load`. */
export type OnDemand<Props extends object = object> = ComponentType<Props> & {
  /** @throws LoadFailure, and rendering it then throws the same */
  load: () => Promise<unknown>;
};

/**
 * Makes a component whose code is loaded when it is needed. React's `lazy` does the same but keeps a failure forever. Here the
 * enclosing `FaultBoundary` catches the failure and forgets it.
 */
export function onDemand<Props extends object>(importComponent: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  let attempt: Promise<ComponentType<Props>> | null = null;
  const forget = () => {
    attempt = null;
  };
  const begin = async () => {
    try {
      loaded = await importComponent();
      return loaded;
    } catch (cause) {
      throw new LoadFailure(cause, forget);
    }
  };
  const load = () => {
    attempt ??= begin();
    return attempt;
  };
  function OnDemand(props: Props) {
    // Without `use` if possible, because React shows a placeholder even for a promise that is resolved.
    const Loaded = loaded ?? use(load());
    return <Loaded {...props} />;
  }
  return Object.assign(OnDemand, { load });
}
