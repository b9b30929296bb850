/** Does one small step of a connection's work. Returns whether the connection can go on. */
type Step = () => boolean;

/** Lets connections go on, one step each in turn. */
export interface Turns {
  ask(step: Step): void;
}

/**
 * Takes a few steps in each turn of the event loop, so that other clients are served in between. Without that, a connection goes on
 * until the operating system takes no more of its answers, and all others wait.
 */
export const takeTurns = (stepsPerTurn: number): Turns => {
  /** In the order in which they asked. */
  const asking = new Set<Step>();
  let isScheduled = false;

  const schedule = () => {
    if (!isScheduled) setImmediate(run);
    isScheduled = true;
  };
  const run = () => {
    isScheduled = false;
    for (let taken = 0; taken < stepsPerTurn; taken++) {
      const [step] = asking;
      if (!step) return;
      asking.delete(step);
      if (step()) asking.add(step);
    }
    if (asking.size > 0) schedule();
  };
  return {
    ask(step) {
      asking.add(step);
      schedule();
    },
  };
};
