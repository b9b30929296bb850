import { Menu } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { onDemand } from "../on-demand.tsx";
import { FaultBoundary } from "../parts/fault-boundary.tsx";
import type { Session } from "../session.tsx";
import { menuFallback } from "./menu-fallback.tsx";

const MenuSheet = onDemand(() => import("./menu-sheet.tsx").then((file) => file.MenuSheet));

const menuIcon = <Menu aria-hidden="true" className="size-5 text-muted" />;

/** The menu button of small screens. The code of its sheet is loaded after the first screen, or when the button is pressed. */
export function NarrowMenu({ session }: { session: Session }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setNeeded(true), 1500);
    return () => clearTimeout(timer);
  }, []);

  return (
    <FaultBoundary fallback={menuFallback(menuIcon)}>
      <button
        ref={button}
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="grid size-11 place-items-center rounded-md hover:bg-hover"
        onClick={() => {
          setNeeded(true);
          setOpen(true);
        }}
      >
        {menuIcon}
      </button>
      {isNeeded && (
        <Suspense fallback={null}>
          <MenuSheet session={session} open={open} onOpenChange={setOpen} opener={button} />
        </Suspense>
      )}
    </FaultBoundary>
  );
}
