import { useEffect, useState } from "react";

/** More than fit in a window. */
const step = 25;
/** Longer than a frame, so that the browser shows each step and takes input before the next one. */
const pauseMs = 20;

/** How many of `all` entries to render: a first window of them at once, and the others in steps. All at once if the address names one. */
export function useGrowingCount(all: number): number {
  const [count, setCount] = useState(() => (location.hash ? Number.POSITIVE_INFINITY : step));
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => setCount(count + step), pauseMs);
    return () => clearTimeout(timer);
  }, [count, all]);
  return count;
}
