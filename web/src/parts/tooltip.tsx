import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** Tooltips wait 700 ms, and 300 ms after the last one closed the next comes at once. */
export function TooltipDelays({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** A few words over a control that the keyboard reaches, too. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="z-50 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs text-canvas tabular-nums"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
