import type { User } from "@attestory/http/routing/answers.ts";
import { LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { initials } from "../parts/initials.ts";
import { Menu, MenuSeparator, menuItemClass } from "../parts/menu.tsx";
import { menuEntries } from "./menu-entries.ts";
import { useLogOut } from "./use-log-out.ts";

/** The avatar and its menu, for wide screens. */
export function AccountMenu({ user }: { user: User }) {
  const logOut = useLogOut();
  const letters = initials(user);
  return (
    <Menu
      label={`Account menu of ${letters}`}
      face={<Avatar letters={letters} />}
      className="ml-2 rounded-full"
      placed="z-40 w-62"
    >
      <DropdownMenu.Label className="px-2.5 py-2 wrap-anywhere">
        <div className="font-medium">{user.username}</div>
        <div className="text-sm text-subtle">{user.email}</div>
      </DropdownMenu.Label>
      <MenuSeparator />
      {menuEntries(user).map(({ href, name, Icon }) => (
        <DropdownMenu.Item key={href} asChild>
          <Link href={href} className={menuItemClass}>
            <Icon aria-hidden="true" />
            {name}
          </Link>
        </DropdownMenu.Item>
      ))}
      <MenuSeparator />
      <DropdownMenu.Item asChild onSelect={() => void logOut()}>
        <button type="button" className={menuItemClass}>
          <LogOut aria-hidden="true" />
          Log out
        </button>
      </DropdownMenu.Item>
    </Menu>
  );
}
