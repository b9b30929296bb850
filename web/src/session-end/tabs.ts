import { useEffect } from "react";

const name = "session-end";

/** Informs the app's other tabs that the end of the session has moved. */
export function toOtherTabs(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Calls `moved` when another tab has moved the end of the session. Does not listen while it is null. */
export function useOtherTabs(moved: (() => Promise<void>) | null): void {
  useEffect(() => {
    if (moved === null) return;
    const channel = new BroadcastChannel(name);
    channel.onmessage = () => void moved();
    return () => channel.close();
  }, [moved]);
}
