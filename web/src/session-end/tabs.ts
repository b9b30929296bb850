import { useEffect } from "react";

const name = "session-end";

/** Informs the app's other tabs that the end of the session has moved. */
export function toOtherTabs(): void {
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
}

/** Null in a browser that keeps no data of sites: its tabs then ask the service by themselves. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Calls `moved` when another tab has moved the end of the session. Does not listen while it is null. */
export function useOtherTabs(moved: (() => Promise<void>) | null): void {
  useEffect(() => {
    if (moved === null) return;
    const channel = openChannel();
    if (channel === null) return;
    channel.onmessage = () => void moved();
    return () => channel.close();
  }, [moved]);
}
