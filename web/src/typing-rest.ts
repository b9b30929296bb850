import { useEffect, useRef } from "react";

/** A search begins once nothing was typed for so long. */
const restMs = 250;

/** Calls `search` with what was typed, without blanks around it, once typing rests. */
export function useTypingRest(search: (text: string) => void): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text.trim()), restMs);
  };
}
