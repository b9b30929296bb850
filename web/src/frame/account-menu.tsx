import type { User } from "@attestory/http/routing/answers.ts";
import { LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { initials } from "../parts/initials.ts";
import { menuEntries } from "./menu-entries.ts";
import { useLogOut } from "./use-log-out.ts";

const itemClass =
  "flex w-full items-center gap-2.5 rounded-sm px-2.5 py-1.75 text-left outline-none data-highlighted:bg-hover [&>svg]:size-4 [&>svg]:text-muted";

/** The avatar and its menu, for wide screens. */
export function AccountMenu({ user }: { user: User }) {
  const logOut = useLogOut();
  const letters = initials(user);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={`Account menu of ${letters}`} className="ml-2 rounded-full">
        <Avatar letters={letters} />
      </DropdownMenu.Trigger>
      {/* No portal: it would move the menu out of its landmark. */}
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        className="z-40 w-62 animate-rise rounded-lg border border-line bg-raised p-1 shadow-float"
      >
        <DropdownMenu.Label className="px-2.5 py-2 wrap-anywhere">
          <div className="font-medium">{user.username}</div>
          <div className="text-sm text-subtle">{user.email}</div>
        </DropdownMenu.Label>
        <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
        {menuEntries(user).map(({ href, name, Icon }) => (
          <DropdownMenu.Item key={href} asChild>
            <Link href={href} className={itemClass}>
              <Icon aria-hidden="true" />
              {name}
            </Link>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
        <DropdownMenu.Item asChild onSelect={() => void logOut()}>
          <button type="button" className={itemClass}>
            <LogOut aria-hidden="true" />
            Log out
          </button>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
