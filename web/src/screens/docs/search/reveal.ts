import type { Target } from "./entry.ts";

const longestWaitMs = 5000;

/** Shows and focuses where a result leads, once it is there. The reference of the API does that by itself. */
export async function reveal({ path, anchor }: Target): Promise<void> {
  if (path !== "/docs") return;
  for (const until = performance.now() + longestWaitMs; performance.now() < until; ) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const place = location.hash === `#${anchor}` && document.getElementById(anchor);
    if (!place) continue;
    place.scrollIntoView();
    place.tabIndex = -1;
    // A ring would say that it can be used.
    place.classList.add("focus-visible:outline-none");
    place.focus({ preventScroll: true });
    return;
  }
}
