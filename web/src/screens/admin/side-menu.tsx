import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { type AdminScreen, adminScreens } from "./admin-screens.ts";

const isAt = (path: string, screen: AdminScreen): boolean =>
  path === screen.path || (screen.path !== "/admin" && path.startsWith(`${screen.path}/`));

/** The menu of the admin screens. On small screens it is one line that says where you are, and opens. */
export function SideMenu() {
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const current = adminScreens.find((screen) => isAt(path, screen));
  return (
    <div className="border-line bg-canvas max-md:border-b md:border-r md:px-3 md:py-6">
      <button
        type="button"
        aria-expanded={open}
        aria-controls="admin-menu"
        aria-label={`${current?.name ?? "Admin"}: choose another screen`}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-2.5 px-4 text-left font-medium hover:bg-hover focus-visible:-outline-offset-2 sm:px-6 md:hidden"
      >
        {current && <current.Icon aria-hidden="true" className="size-4 text-accent-text" />}
        {current?.name ?? "Admin"}
        <ChevronsUpDown aria-hidden="true" className="ml-auto size-4 text-subtle" />
      </button>
      <nav id="admin-menu" aria-label="Admin" className={`${open ? "" : "max-md:hidden"} max-md:px-2 max-md:pb-3`}>
        <ul className="grid gap-0.5">
          {adminScreens.map((screen) => (
            <li key={screen.path}>
              <Link
                href={screen.path}
                aria-current={screen === current ? "page" : undefined}
                onClick={() => setOpen(false)}
                className="flex min-h-11 items-center gap-2.5 rounded-md px-2.5 font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-active aria-[current=page]:text-ink md:min-h-8 [&[aria-current]>svg]:text-accent-text"
              >
                <screen.Icon aria-hidden="true" className="size-4" />
                {screen.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
