import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import { onDemand } from "../on-demand.tsx";
import { type DialogHost, DialogHostContext, plainHost, type Takeover } from "./dialog-host.ts";

/** To be loaded before anything takes over: a dialog of its own then appears at once and whole. */
export const TakeoverDialog = onDemand(() => import("./dialog-own.tsx").then((file) => file.OwnDialog));

type Show = (takeover: Takeover) => () => void;
const TakeoverContext = createContext<Show>(() => () => {});

/** While it is not null: shown in the dialog that is open, or else in one of its own. Must not change with every render. */
export function useTakeover(takeover: Takeover | null): void {
  const show = use(TakeoverContext);
  useEffect(() => (takeover ? show(takeover) : undefined), [show, takeover]);
}

/** The dialogs below it give their place to what takes over. Of several, the newest is shown. */
export function TakeoverProvider({ children }: { children: ReactNode }) {
  const [takeovers, setTakeovers] = useState<readonly Takeover[]>([]);
  const [openDialogs, setOpenDialogs] = useState(0);
  const show = useCallback<Show>((takeover) => {
    setTakeovers((others) => [...others, takeover]);
    return () => setTakeovers((shown) => shown.filter((other) => other !== takeover));
  }, []);
  const opened = useCallback(() => {
    setOpenDialogs((count) => count + 1);
    return () => setOpenDialogs((count) => count - 1);
  }, []);
  const takeover = takeovers.at(-1) ?? null;
  const isInDialog = openDialogs > 0;
  const host = useMemo<DialogHost>(
    () => ({ takeover: isInDialog ? takeover : null, opened }),
    [isInDialog, takeover, opened],
  );
  return (
    <TakeoverContext value={show}>
      <DialogHostContext value={host}>{children}</DialogHostContext>
      {takeover && !isInDialog && (
        <DialogHostContext value={plainHost}>
          <TakeoverDialog {...takeover} />
        </DialogHostContext>
      )}
    </TakeoverContext>
  );
}
