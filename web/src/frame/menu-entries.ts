import type { User } from "@attestory/http/routing/answers.ts";
import { BookOpen, Code, LayoutDashboard, type LucideIcon, User as Person } from "lucide-react";

export type MenuEntry = {
  href: string;
  /** Where the link leads, if its address carries more than the page's own. */
  to?: string;
  name: string;
  Icon: LucideIcon;
};

/** Menu entries of a signed-in user, depending on the user's roles. */
export function menuEntries(user: User): readonly MenuEntry[] {
  return [
    { href: "/dashboard", name: "Dashboard", Icon: Person },
    ...(user.isDeveloper ? [{ href: "/dashboard/developer", name: "Developer Portal", Icon: Code }] : []),
    ...(user.isAdmin ? [{ href: "/admin", name: "Admin Dashboard", Icon: LayoutDashboard }] : []),
    { href: "/docs", name: "Developer Documentation", Icon: BookOpen },
  ];
}
