import { useEffect, useRef } from "react";

/** After navigation to another screen, scrolls to the top and focuses the content. On going back, the browser handles both. */
export function useArrival() {
  const lastPath = useRef(location.pathname);
  useEffect(() => {
    const arrive = () => {
      if (location.pathname === lastPath.current) return;
      lastPath.current = location.pathname;
      scrollTo(0, 0);
      document.getElementById("main")?.focus({ preventScroll: true });
    };
    const remember = () => {
      lastPath.current = location.pathname;
    };
    // The router sends these two events; the browser itself sends popstate.
    addEventListener("pushState", arrive);
    addEventListener("replaceState", arrive);
    addEventListener("popstate", remember);
    return () => {
      removeEventListener("pushState", arrive);
      removeEventListener("replaceState", arrive);
      removeEventListener("popstate", remember);
    };
  }, []);
}
