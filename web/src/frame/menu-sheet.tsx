import { BookOpen, Info, LogIn, LogOut, UserPlus, X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { RefObject } from "react";
import { Link, useLocation } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { initials } from "../parts/initials.ts";
import type { Session } from "../session.tsx";
import { withWayBack } from "../way-back.ts";
import { type MenuEntry, menuEntries } from "./menu-entries.ts";
import { useLogOut } from "./use-log-out.ts";

const everybody: readonly MenuEntry[] = [
  { href: "/docs", name: "Developer Docs", Icon: BookOpen },
  { href: "/about", name: "About", Icon: Info },
];
const visitors = (): readonly MenuEntry[] => [
  { href: "/login", to: withWayBack("/login"), name: "Sign In", Icon: LogIn },
  { href: "/register", to: withWayBack("/register"), name: "Sign Up", Icon: UserPlus },
];

const itemClass =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left font-medium hover:bg-hover aria-[current]:bg-active [&>svg]:size-4 [&>svg]:text-muted";

type MenuSheetProps = {
  session: Session;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus back when the sheet closes. */
  opener: RefObject<HTMLButtonElement | null>;
};

/** The menu of small screens: a sheet from the right. */
export function MenuSheet({ session, open, onOpenChange, opener }: MenuSheetProps) {
  const [path] = useLocation();
  const logOut = useLogOut();
  const close = () => onOpenChange(false);
  const leave = () => {
    close();
    void logOut();
  };
  const user = session.state === "signed-in" ? session.user : null;
  const own = user ? menuEntries(user).filter(({ href }) => href !== "/docs") : [];
  const entries = [...own, ...everybody, ...(user ? [] : visitors())];
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className="fixed inset-y-0 right-0 z-40 w-75 max-w-[84%] animate-sheet-in overflow-y-auto border-l border-line bg-raised p-4 focus-visible:outline-none"
        >
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className={user ? "sr-only" : "px-3 font-semibold"}>Menu</Dialog.Title>
            {user && (
              <div className="flex min-w-0 items-center gap-3">
                <Avatar letters={initials(user)} />
                <div className="min-w-0 wrap-anywhere">
                  <div className="font-medium">{user.username}</div>
                  <div className="text-sm text-subtle">{user.email}</div>
                </div>
              </div>
            )}
            <Dialog.Close
              aria-label="Close"
              className="-mr-2 grid size-11 flex-none place-items-center rounded-md text-subtle hover:bg-hover"
            >
              <X aria-hidden="true" className="size-4" />
            </Dialog.Close>
          </div>
          <nav aria-label="Menu" className="mt-4 grid gap-0.5">
            {entries.map(({ href, to = href, name, Icon }) => (
              <Link
                key={href}
                href={to}
                onClick={close}
                aria-current={path === href ? "page" : undefined}
                className={itemClass}
              >
                <Icon aria-hidden="true" />
                {name}
              </Link>
            ))}
            {user && (
              <button type="button" className={`${itemClass} mt-2 border-t border-line`} onClick={leave}>
                <LogOut aria-hidden="true" />
                Log out
              </button>
            )}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
