import { useEffect, useState } from "react";

/** The longest wait. A tab in the background is not painted, and a browser may not tell. */
const patienceMs = 500;

/** Whether the browser has shown something of the page: what is loaded then does not compete with its fonts. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setPainted(true));
    observer.observe({ type: "paint", buffered: true });
    const timer = setTimeout(() => setPainted(true), patienceMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
