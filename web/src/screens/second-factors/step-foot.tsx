import type { ReactNode } from "react";

/** The buttons of a step, at the foot of its card. */
export function StepFoot({ children }: { children: ReactNode }) {
  return (
    <footer className="-mx-4 mt-6 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
    </footer>
  );
}
