import { useCallback, useEffect, useRef, useState } from "react";
import { read } from "../api.ts";
import { onTokenChange, storedToken } from "../token.ts";

/** How long before the end the user is warned. */
const warningMs = 120_000;
/** Nothing on the first screen waits for this read. */
const firstReadMs = 3000;
/** After a read that failed. */
const retryMs = 30_000;
/** Timers of browsers last 24 days at most. */
const longestMs = 86_400_000;
/** Until the service surely counts the session as ended. */
const graceMs = 1000;

/** The end that is near, by this browser's clock. `isFinal`: use does not move it. */
export type NearEnd = { at: number; isFinal: boolean };

/**
 * The end of the session once it is near. Asking does not prolong the session. The service is asked once, then at the time of the
 * warning, and at the end: calls of any tab may have moved it meanwhile.
 */
export function useSessionEnd(isOver: boolean): { end: NearEnd | null; check: () => Promise<void> } {
  const [end, setEnd] = useState<NearEnd | null>(null);
  const due = useRef(Number.POSITIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const checking = useRef<() => Promise<void>>(async () => {});

  const plan = useCallback((afterMs: number) => {
    clearTimeout(timer.current);
    due.current = Date.now() + afterMs;
    timer.current = setTimeout(() => void checking.current(), Math.min(afterMs, longestMs));
  }, []);

  const check = useCallback(async () => {
    const leftMs = await readTimeLeft();
    if (leftMs === null) return plan(retryMs);
    const [idle, final] = leftMs;
    const next = Math.min(idle, final);
    const isNear = next <= warningMs;
    setEnd(isNear ? { at: Date.now() + next, isFinal: final <= idle } : null);
    plan(isNear ? next + graceMs : next - warningMs);
  }, [plan]);
  checking.current = check;

  useEffect(() => {
    if (isOver) {
      setEnd(null);
      return;
    }
    plan(firstReadMs);
    const changed = () => storedToken() !== null && void checking.current();
    const stopListening = onTokenChange(changed);
    // Timers stand still while a computer sleeps.
    const wake = () => document.visibilityState === "visible" && Date.now() > due.current && void checking.current();
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearTimeout(timer.current);
      stopListening();
      document.removeEventListener("visibilitychange", wake);
    };
  }, [isOver, plan]);
  return { end, check };
}

/** The time until the session ends if it is not used, and at the latest; null if the service did not say. */
async function readTimeLeft(): Promise<readonly [number, number] | null> {
  try {
    const { now, idleEndsAt, endsAt } = await read("sessionEnd", "/api/user/session");
    return [Date.parse(idleEndsAt) - Date.parse(now), Date.parse(endsAt) - Date.parse(now)];
  } catch {
    // If the session has ended, the app knows that by now.
    return null;
  }
}
