import type { ReactNode } from "react";
import { canLoadAgain } from "../on-demand.tsx";

/** Replaces a menu whose code could not be loaded. */
export const menuFallback = (face: ReactNode) => (error: unknown, retry: () => void) => (
  <button
    type="button"
    aria-label={canLoadAgain(error) ? "Load the menu again" : "Reload the page"}
    className="grid size-11 place-items-center rounded-full"
    onClick={canLoadAgain(error) ? retry : () => location.reload()}
  >
    {face}
  </button>
);
